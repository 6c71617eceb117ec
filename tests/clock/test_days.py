"""Days, weekends and deadlines where clocks are put forward and back."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.days import begins, by_year, day_of, span, weekends
from games.clock.paces import DAY, Clock

ZONES = [
    "Europe/Amsterdam",
    "America/New_York",
    "Australia/Lord_Howe",  # by half an hour
    "Africa/Casablanca",  # around Ramadan
    "America/Havana",  # at midnight
    "Africa/Cairo",  # at midnight
    "Pacific/Apia",
    "Asia/Kolkata",
    "UTC",
]
zones = st.sampled_from(ZONES).map(ZoneInfo)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def local(zone: str, written: str) -> datetime:
    return datetime.fromisoformat(written).replace(tzinfo=ZoneInfo(zone))


@given(moments, zones)
def test_a_moment_lies_in_its_day(at: datetime, zone: ZoneInfo) -> None:
    day = day_of(at, zone)
    assert begins(day, zone) <= at < begins(day + timedelta(days=1), zone)


@given(moments, zones)
def test_weekends_are_the_days_without_work(at: datetime, zone: ZoneInfo) -> None:
    start, end = next(weekends(at, zone))
    assert (start <= at < end) == (day_of(at, zone).weekday() >= 5)
    assert end > at
    assert start - at < timedelta(days=6)
    assert (day_of(start, zone).weekday(), day_of(end, zone).weekday()) == (5, 0)


@given(moments, zones)
def test_weekends_come_one_after_another(at: datetime, zone: ZoneInfo) -> None:
    found = list(islice(weekends(at, zone), 60))
    for (start, end), (later, _end) in pairwise(found):
        assert timedelta(hours=47) <= end - start <= timedelta(hours=49)
        assert timedelta(hours=167) <= later - start <= timedelta(hours=169)


@given(moments, zones, st.integers(0, 20 * DAY))
def test_with_weekends_off_nobody_runs_out_of_time_on_one(at: datetime, zone: ZoneInfo, time: int) -> None:
    clock = Clock(began=at, zone=zone, weekends_off=True)
    over = clock.runs_out(time)
    assert clock.ran(over) == time
    assert time == 0 or day_of(over - timedelta(microseconds=1), zone).weekday() < 5


@pytest.mark.parametrize(
    ("zone", "began", "days", "over"),
    [
        # A day of a turn has 24 hours: only the hands of the clock move.
        ("Europe/Amsterdam", "2026-03-28T20:00", 1, "2026-03-29T21:00"),
        ("Europe/Amsterdam", "2026-10-24T20:00", 1, "2026-10-25T19:00"),
        ("America/New_York", "2026-03-07T09:00", 3, "2026-03-10T10:00"),
        ("America/New_York", "2026-10-31T09:00", 3, "2026-11-03T08:00"),
        ("Australia/Lord_Howe", "2026-10-03T12:00", 2, "2026-10-05T12:30"),
        ("Australia/Lord_Howe", "2026-04-04T12:00", 2, "2026-04-06T11:30"),
        ("Africa/Casablanca", "2026-02-14T12:00", 2, "2026-02-16T11:00"),
        ("Africa/Casablanca", "2026-03-21T12:00", 2, "2026-03-23T13:00"),
        ("Asia/Kolkata", "2026-03-28T20:00", 1, "2026-03-29T20:00"),
    ],
)
def test_deadlines_across_a_change(zone: str, began: str, days: int, over: str) -> None:
    clock = Clock(began=local(zone, began), zone=ZoneInfo(zone))
    assert clock.runs_out(days * DAY) == local(zone, over)


@pytest.mark.parametrize(
    ("zone", "began", "days", "over"),
    [
        # The change lies within the weekend, which is off: Friday 20:00 is followed by Monday 20:00.
        ("Europe/Amsterdam", "2026-03-27T20:00", 1, "2026-03-30T20:00"),
        ("Europe/Amsterdam", "2026-10-23T20:00", 1, "2026-10-26T20:00"),
        ("America/New_York", "2026-03-06T20:00", 1, "2026-03-09T20:00"),
        ("America/New_York", "2026-10-30T20:00", 1, "2026-11-02T20:00"),
        ("Australia/Lord_Howe", "2026-10-02T20:00", 1, "2026-10-05T20:00"),
        ("Europe/Amsterdam", "2026-03-28T12:00", 1, "2026-03-31T00:00"),  # begun on a Saturday
        ("Europe/Amsterdam", "2026-11-18T09:00", 3, "2026-11-23T09:00"),
        ("Europe/Amsterdam", "2026-11-18T09:00", 14, "2026-12-08T09:00"),
    ],
)
def test_weekends_off_across_a_change(zone: str, began: str, days: int, over: str) -> None:
    clock = Clock(began=local(zone, began), zone=ZoneInfo(zone), weekends_off=True)
    assert clock.runs_out(days * DAY) == local(zone, over)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Amsterdam", date(2026, 3, 29), 23),
        ("Europe/Amsterdam", date(2026, 10, 25), 25),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ("Africa/Cairo", date(2026, 4, 24), 23),  # begins at one o'clock
        ("America/Havana", date(2026, 11, 1), 25),  # has midnight twice
        ("Pacific/Apia", date(2011, 12, 30), 0),  # was skipped
    ],
)
def test_days_are_as_long_as_they_are(zone: str, day: date, hours: float) -> None:
    start, end = span(day, day, ZoneInfo(zone))
    assert end - start == timedelta(hours=hours)


def test_days_are_counted_by_the_calendar_year() -> None:
    assert by_year(date(2026, 12, 20), date(2027, 1, 3)) == {2026: 12, 2027: 3}
    assert by_year(date(2026, 5, 1), date(2026, 5, 1)) == {2026: 1}
