"""Quiet hours and hours of the day, in every zone and across changes of daylight saving."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.clock.quiet import next_hour, quiet_until

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin",
        "America/New_York",
        "Asia/Kolkata",
        "Pacific/Auckland",
        "Australia/Lord_Howe",  # changes by half an hour
        "America/Santiago",  # changes at midnight
        "Pacific/Apia",  # left out a whole day in 2011
        "UTC",
    )
]

zones = st.sampled_from(ZONES)
moments = st.datetimes(datetime(2011, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
clocks = st.times().map(lambda clock: clock.replace(second=0, microsecond=0))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "ends"),
    [
        ("2026-11-18 20:59", None),
        ("2026-11-18 21:00", "2026-11-19 06:00"),  # 22:00 in Berlin
        ("2026-11-19 00:30", "2026-11-19 06:00"),
        ("2026-11-19 05:59:59", "2026-11-19 06:00"),
        ("2026-11-19 06:00", None),
        ("2026-07-01 20:00", "2026-07-02 05:00"),  # in summer
    ],
)
def test_quiet_hours_cross_midnight(at: str, ends: str | None) -> None:
    assert quiet_until(utc(at), time(22), time(7), BERLIN) == (utc(ends) if ends else None)


def test_quiet_hours_within_a_day() -> None:
    assert quiet_until(utc("2026-11-18 12:30"), time(13), time(15), BERLIN) == utc("2026-11-18 14:00")
    assert quiet_until(utc("2026-11-18 14:00"), time(13), time(15), BERLIN) is None
    assert quiet_until(utc("2026-11-18 14:00"), time(0), time(0), BERLIN) is None


def test_the_night_of_the_change_to_winter_time_is_an_hour_longer() -> None:
    """25 October 2026, 03:00 in Berlin becomes 02:00."""
    evening = utc("2026-10-24 20:00")
    assert quiet_until(evening, time(22), time(7), BERLIN) == evening + timedelta(hours=10)


def test_an_hour_that_comes_twice_is_quiet_both_times() -> None:
    for at in ("2026-10-25 00:10", "2026-10-25 00:50", "2026-10-25 01:10"):
        assert quiet_until(utc(at), time(2), time(2, 30), BERLIN) == utc("2026-10-25 01:30")
    assert quiet_until(utc("2026-10-25 01:30"), time(2), time(2, 30), BERLIN) is None


def test_quiet_hours_whose_end_is_skipped_end_with_the_skip() -> None:
    """29 March 2026, 02:00 in Berlin becomes 03:00."""
    assert quiet_until(utc("2026-03-29 00:00"), time(22), time(2, 30), BERLIN) == utc("2026-03-29 01:00")
    assert quiet_until(utc("2026-03-29 01:00"), time(22), time(2, 30), BERLIN) is None


def test_quiet_hours_whose_beginning_is_skipped_begin_with_the_skip() -> None:
    assert quiet_until(utc("2026-03-29 00:59"), time(2, 30), time(7), BERLIN) is None
    assert quiet_until(utc("2026-03-29 01:00"), time(2, 30), time(7), BERLIN) == utc("2026-03-29 05:00")


def test_the_daily_hour_keeps_to_the_wall() -> None:
    assert next_hour(utc("2026-03-28 12:00"), 8, BERLIN) == utc("2026-03-29 06:00")
    assert next_hour(utc("2026-03-29 06:00"), 8, BERLIN) == utc("2026-03-30 06:00")
    assert next_hour(utc("2026-10-31 20:00"), 8, NEW_YORK) == utc("2026-11-01 13:00")
    assert next_hour(utc("2026-03-28 12:00"), 2, BERLIN) == utc("2026-03-29 01:00")  # skipped


@given(moments, clocks, clocks, zones)
@example(utc("2011-12-30 09:00"), time(22), time(7), ZoneInfo("Pacific/Apia"))
@example(utc("2026-10-25 00:40"), time(2), time(2, 30), BERLIN)
def test_quiet_hours_are_what_the_wall_says(at: datetime, begins: time, ends: time, zone: ZoneInfo) -> None:
    """But for hours that come twice, of which the whole stays quiet."""
    found = quiet_until(at, begins, ends, zone)
    clock = at.astimezone(zone).time()
    within = begins <= clock < ends if begins < ends else begins != ends and (clock >= begins or clock < ends)
    if within:
        assert found is not None
    if found is not None:
        assert at < found <= at + timedelta(hours=26)
        assert within or changes(at, zone)


@given(moments, clocks, clocks, zones)
def test_quiet_hours_end(at: datetime, begins: time, ends: time, zone: ZoneInfo) -> None:
    found = quiet_until(at, begins, ends, zone)
    if found is not None:
        assert quiet_until(found - timedelta(microseconds=1), begins, ends, zone) == found
        after = quiet_until(found, begins, ends, zone)
        assert after is None or changes(found, zone)


def changes(at: datetime, zone: ZoneInfo) -> bool:
    """Whether clocks are changed within a day of this moment."""
    days = (at - timedelta(days=1), at, at + timedelta(days=1))
    return len({day.astimezone(zone).utcoffset() for day in days}) > 1


@given(moments, st.integers(0, 23), zones)
def test_the_daily_hour_comes_within_a_day(at: datetime, hour: int, zone: ZoneInfo) -> None:
    found = next_hour(at, hour, zone)
    assert at < found <= at + timedelta(hours=50)
    assert found.astimezone(zone).hour == hour or changes(found, zone)
    assert next_hour(found - timedelta(seconds=1), hour, zone) == found
