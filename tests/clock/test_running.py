"""Laws of clocks that stand still now and then."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clock.running import Pause, after, at_most, joined, running, standing, without

MONDAY = datetime(2026, 11, 16, 8, 0, tzinfo=UTC)


def at(hours: float) -> datetime:
    return MONDAY + timedelta(hours=hours)


def spans(*hours: tuple[float, float]) -> list[Pause]:
    return [(at(start), at(end)) for start, end in hours]


moments = st.integers(-200, 400).map(lambda tenths: at(tenths / 10))
seconds = st.integers(0, 60 * 3600)


@st.composite
def disjoint(draw: st.DrawFn) -> list[Pause]:
    edges = sorted(draw(st.sets(st.integers(-200, 400), max_size=8)))
    return [(at(start / 10), at(end / 10)) for start, end in zip(edges[::2], edges[1::2], strict=False)]


@st.composite
def overlapping(draw: st.DrawFn) -> list[Pause]:
    pairs = draw(st.lists(st.tuples(st.integers(-200, 400), st.integers(1, 100)), max_size=6))
    return [(at(start / 10), at((start + length) / 10)) for start, length in sorted(pairs)]


@given(moments, seconds, disjoint())
def test_a_clock_has_run_for_as_long_as_it_was_asked_to(began: datetime, time: int, pauses: list[Pause]) -> None:
    assert running(began, after(began, time, pauses), pauses) == time


@given(moments, moments, overlapping())
def test_every_second_it_runs_or_stands_still(began: datetime, ended: datetime, pauses: list[Pause]) -> None:
    began, ended = sorted((began, ended))
    whole = (ended - began) // timedelta(seconds=1)
    assert running(began, ended, pauses) + standing(began, ended, pauses) == whole


@given(moments, seconds, seconds, disjoint())
def test_more_time_is_never_over_sooner(began: datetime, one: int, other: int, pauses: list[Pause]) -> None:
    less, more = sorted((one, other))
    assert after(began, less, pauses) <= after(began, more, pauses)


@given(moments, seconds, disjoint(), disjoint())
def test_another_pause_never_makes_time_run_out_sooner(
    began: datetime, time: int, pauses: list[Pause], others: list[Pause]
) -> None:
    both = list(joined(sorted(pauses + others)))
    assert after(began, time, both) >= after(began, time, pauses) >= began + timedelta(seconds=time)


@given(moments, seconds, seconds, disjoint())
def test_a_turn_in_two_parts_takes_as_long_as_in_one(
    began: datetime, first: int, second: int, pauses: list[Pause]
) -> None:
    between = after(began, first, pauses)
    assert after(between, second, pauses) == after(began, first + second, pauses)


@given(moments, seconds, disjoint())
def test_time_never_runs_out_within_a_pause(began: datetime, time: int, pauses: list[Pause]) -> None:
    over = after(began, time, pauses)
    assert over == began or not any(start < over < end for start, end in pauses)


@given(disjoint(), disjoint(), moments)
def test_what_lies_outside_others_lies_outside_them(pauses: list[Pause], others: list[Pause], when: datetime) -> None:
    def lies_in(spans: list[Pause]) -> bool:
        return any(start <= when < end for start, end in spans)

    assert lies_in(list(without(pauses, others))) == (lies_in(pauses) and not lies_in(others))


@given(disjoint(), seconds)
def test_pauses_last_as_long_as_is_left(pauses: list[Pause], time: int) -> None:
    whole = sum(((end - start).total_seconds() for start, end in pauses), 0.0)
    assert sum((end - start).total_seconds() for start, end in at_most(pauses, time)) == min(whole, time)


def test_a_pause_is_added_to_the_time_that_it_interrupts() -> None:
    assert after(at(0), 24 * 3600, spans((10, 20))) == at(34)
    assert after(at(0), 24 * 3600, spans((-5, 5), (20, 30))) == at(39)
    assert after(at(0), 24 * 3600, spans((30, 40))) == at(24)
    assert after(at(0), 24 * 3600, spans((24, 40))) == at(24)  # it has run out when the pause begins


def test_a_moment_within_a_second_counts_with_it() -> None:
    half = timedelta(microseconds=500_000)
    pause = [(at(1) + half, at(2))]
    over = after(at(0), 2 * 3600, pause)
    assert over == at(3) - half
    assert running(at(0), over, pause) == 2 * 3600
