"""Whole days where somebody lives: with a change of daylight saving they last 23 to 25 hours, seldom something else."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.clock.running import Pause

SATURDAY = 5
A_DAY = timedelta(days=1)


def begins(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of the day: where clocks skip midnight, that of the change."""
    return datetime.combine(day, time(0), zone).astimezone(UTC)


def day_of(at: datetime, zone: ZoneInfo) -> date:
    return at.astimezone(zone).date()


def span(first: date, last: date, zone: ZoneInfo) -> Pause:
    """From the beginning of the first to the end of the last day."""
    return begins(first, zone), begins(last + A_DAY, zone)


def weekends(since: datetime, zone: ZoneInfo) -> Iterator[Pause]:
    """Every Saturday with its Sunday, from the one that is on or comes next."""
    day = day_of(since, zone)
    saturday = day + timedelta(days=(SATURDAY - day.weekday()) % 7 if day.weekday() != SATURDAY + 1 else -1)
    while True:
        yield span(saturday, saturday + A_DAY, zone)
        saturday += timedelta(days=7)


def by_year(first: date, last: date) -> dict[int, int]:
    """How many of these days lie in which calendar year."""
    counts: dict[int, int] = {}
    for year in range(first.year, last.year + 1):
        start, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
        counts[year] = (end - start).days + 1
    return counts
