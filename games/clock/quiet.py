"""Quiet hours and hours of the day, told by the clock on somebody's wall, whatever it does."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

A_DAY = timedelta(days=1)


def quiet_until(at: datetime, begins: time, ends: time, zone: tzinfo) -> datetime | None:
    """When the quiet hours end in which this moment lies, if it lies in any. They may cross midnight."""
    if begins == ends:
        return None
    today = at.astimezone(zone).date()
    over_midnight = A_DAY if ends < begins else timedelta()
    for day in (today - A_DAY, today):
        end = last_moment(day + over_midnight, ends, zone)
        if first_moment(day, begins, zone) <= at < end:
            return end
    return None


def next_hour(at: datetime, hour: int, zone: tzinfo) -> datetime:
    """When clocks on the wall show this hour for the first time after this moment."""
    today = at.astimezone(zone).date()
    days = (today + days * A_DAY for days in range(3))
    return next(found for day in days if (found := first_moment(day, time(hour), zone)) > at)


def first_moment(day: date, clock: time, zone: tzinfo) -> datetime:
    """When clocks on the wall show it, for the first time if they show it twice; if they skip it, when they do."""
    return moment(datetime.combine(day, clock.replace(fold=0), zone))


def last_moment(day: date, clock: time, zone: tzinfo) -> datetime:
    return moment(datetime.combine(day, clock.replace(fold=1), zone))


def moment(local: datetime) -> datetime:
    found = local.astimezone(UTC)
    if found.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None):
        return found
    return leap(local)


def leap(local: datetime) -> datetime:
    """When clocks were put forward over this time of day."""
    offsets = [local.replace(fold=fold).utcoffset() or timedelta() for fold in (0, 1)]
    wall = local.replace(tzinfo=UTC)
    before, after = wall - max(offsets), wall - min(offsets)
    old = before.astimezone(local.tzinfo).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) / 2
        if middle.astimezone(local.tzinfo).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)
