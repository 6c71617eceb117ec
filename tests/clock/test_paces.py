"""Time banks, days off and reminders."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.paces import DAY, HOUR, Clock, bank_after, bank_again, days_off, first_bank, time_for_turn
from games.clock.running import Pause

BANK = {"bank": 120, "increment": 12, "cap": 168}
WEDNESDAY = datetime(2026, 11, 18, 8, 0, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")

used = st.integers(0, 200 * HOUR)


def day(number: int) -> Pause:
    """A day off in November."""
    start = datetime(2026, 11, number, tzinfo=UTC)
    return start, start + timedelta(days=1)


def test_how_long_a_turn_may_take() -> None:
    assert time_for_turn({"days": 3}, None) == 3 * DAY
    assert time_for_turn(BANK, 5 * HOUR) == 5 * HOUR
    assert time_for_turn(BANK, None) == first_bank(BANK) == 120 * HOUR
    assert time_for_turn({}, None) == 60 * DAY


@pytest.mark.parametrize(
    ("bank", "given", "used", "left"),
    [
        (120, 0, 10, 122),
        (120, 0, 0, 132),
        (160, 0, 0, 168),  # no more than the cap
        (120, 0, 120, 12),
        (120, 0, 130, 12),  # played late, and before anybody looked
        (120, 24, 10, 132),  # time given is used up first,
        (120, 24, 100, 56),  # and does not go into the bank
    ],
)
def test_unused_time_is_kept(bank: int, given: int, used: int, left: int) -> None:
    assert bank_after(BANK, bank * HOUR, given * HOUR, used * HOUR) == left * HOUR


@given(st.integers(0, 168 * HOUR), st.integers(0, 3 * DAY), used, used)
def test_whoever_plays_sooner_has_no_less(bank: int, more: int, one: int, other: int) -> None:
    soon, late = sorted((one, other))
    after_soon, after_late = (bank_after(BANK, bank, more, time) or 0 for time in (soon, late))
    assert 12 * HOUR <= after_late <= after_soon <= 168 * HOUR
    assert after_soon <= bank + 12 * HOUR


def test_without_a_bank_nothing_is_kept() -> None:
    assert bank_after({"days": 3}, None, 0, 5) is bank_again({"days": 3}, None) is first_bank({}) is None


def test_whoever_comes_back_has_some_time() -> None:
    assert bank_again(BANK, 0) == DAY
    assert bank_again(BANK, 100 * HOUR) == 100 * HOUR
    assert bank_again(BANK | {"increment": 48}, 0) == 2 * DAY


def test_days_off_are_part_of_a_pace() -> None:
    assert (days_off({"days": 3}), days_off({"days": 3, "days_off": 0}), days_off({})) == (14, 0, 0)


def test_days_off_stop_the_clock_as_long_as_some_are_left() -> None:
    clock = Clock(began=WEDNESDAY, zone=UTC_ZONE, absences=(day(19), day(20)), days_off_left=2 * DAY)
    assert clock.runs_out(DAY) == WEDNESDAY + timedelta(days=3)
    few = Clock(began=WEDNESDAY, zone=UTC_ZONE, absences=(day(19), day(20)), days_off_left=36 * HOUR)
    assert few.runs_out(DAY) == WEDNESDAY + timedelta(days=2, hours=12)
    assert few.days_off_used(WEDNESDAY + timedelta(days=5)) == 36 * HOUR
    assert Clock(began=WEDNESDAY, zone=UTC_ZONE, absences=(day(19),)).runs_out(DAY) == WEDNESDAY + timedelta(days=1)


def test_a_weekend_that_is_off_uses_no_days_off_up() -> None:
    friday, saturday, sunday, monday = map(day, (20, 21, 22, 23))
    clock = Clock(
        began=WEDNESDAY,
        zone=UTC_ZONE,
        weekends_off=True,
        absences=(friday, saturday, sunday, monday),
        days_off_left=14 * DAY,
    )
    assert clock.runs_out(2 * DAY) == datetime(2026, 11, 24, 8, 0, tzinfo=UTC)
    assert clock.days_off_used(datetime(2026, 11, 25, tzinfo=UTC)) == 2 * DAY
    assert clock.stood(datetime(2026, 11, 25, tzinfo=UTC)) == 4 * DAY


absent = st.integers(19, 29).flatmap(
    lambda first: st.integers(first, 30).map(lambda last: (day(first)[0], day(last)[1]))
)


@given(st.lists(absent, max_size=1).map(tuple), st.booleans(), st.integers(0, 14 * DAY), st.integers(0, 20 * DAY))
def test_days_off_never_stop_a_clock_for_longer_than_allowed(
    absences: tuple[Pause, ...], weekends_off: bool, left: int, time: int
) -> None:
    with_days = Clock(began=WEDNESDAY, zone=UTC_ZONE, weekends_off=weekends_off, absences=absences, days_off_left=left)
    bare = Clock(began=WEDNESDAY, zone=UTC_ZONE, weekends_off=weekends_off)
    over = with_days.runs_out(time)
    assert with_days.ran(over) == time
    assert bare.ran(over) - time == with_days.days_off_used(over) <= left


def test_reminders_come_while_a_quarter_and_a_twentieth_of_the_time_are_left() -> None:
    clock = Clock(began=WEDNESDAY, zone=UTC_ZONE)
    assert clock.reminders(4 * DAY) == [
        WEDNESDAY + timedelta(days=3),
        WEDNESDAY + timedelta(days=4) - timedelta(hours=4, minutes=48),
    ]
