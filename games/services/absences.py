"""Days off: while they last, the clocks of whoever takes them stand still where the table allows it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.services.zones import zone_of
from games.clock.days import by_year, day_of, span
from games.engine.rules import Malformed, _
from games.models import Absence
from games.services.reckoning import heed_days_off
from games.services.refusals import NotOpen, TooMany, Unknown

A_YEAR = 30
"""Days in a calendar year."""
AHEAD = timedelta(days=365)


def take(*, user: User, first_day: date, last_day: date, now: datetime) -> Absence:
    """Take these days off, from now on if the first of them is today."""
    zone = zone_of(user)
    today = day_of(now, zone)
    if first_day < today:
        raise Malformed(_("Days off cannot be taken for the past."))
    if last_day < first_day:
        raise Malformed(_("The last day off does not come before the first."))
    if last_day > today + AHEAD:
        raise Malformed(_("Days off can be planned up to a year ahead."))
    starts_at, ends_at = span(first_day, last_day, zone)
    with transaction.atomic():
        others = list(locked(user))
        if any(first_day <= other.last_day and other.first_day <= last_day for other in others):
            raise NotOpen(_("Some of these days are days off already."))
        check_enough_left(others, first_day, last_day)
        absence = Absence.objects.create(
            user=user,
            first_day=first_day,
            last_day=last_day,
            starts_at=max(starts_at, now),
            ends_at=ends_at,
            created_at=now,
        )
        heed_days_off(user, now)
    return absence


def shorten(*, user: User, absence_id: int, last_day: date, now: datetime) -> Absence:
    """Come back earlier, today at the earliest."""
    zone = zone_of(user)
    with transaction.atomic():
        absence = find(user, absence_id, now)
        if not max(absence.first_day, day_of(now, zone)) <= last_day <= absence.last_day:
            raise Malformed(_("The new last day is one of those days off that are still to come."))
        absence.last_day = last_day
        absence.ends_at = min(absence.ends_at, span(last_day, last_day, zone)[1])
        absence.save(update_fields=["last_day", "ends_at"])
        heed_days_off(user, now)
    return absence


def cancel(*, user: User, absence_id: int, now: datetime) -> None:
    """Come back now: what is left of the days off can be taken again, today is used up."""
    with transaction.atomic():
        absence = find(user, absence_id, now)
        if absence.starts_at >= now:
            absence.delete()
        else:
            absence.last_day = max(absence.first_day, min(absence.last_day, day_of(now, zone_of(user))))
            absence.ends_at = now
            absence.save(update_fields=["last_day", "ends_at"])
        heed_days_off(user, now)


def find(user: User, absence_id: int, now: datetime) -> Absence:
    absence = locked(user).filter(pk=absence_id).first()
    if absence is None:
        raise Unknown(_("You have not taken these days off."))
    if absence.ends_at <= now:
        raise NotOpen(_("These days off are over."))
    return absence


def locked(user: User) -> QuerySet[Absence]:
    """Their days off, which nobody else changes until the transaction ends."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    return Absence.objects.filter(user=user)


def check_enough_left(taken: Iterable[Absence], first_day: date, last_day: date) -> None:
    for year, wished in by_year(first_day, last_day).items():
        left = A_YEAR - used(taken, year)
        if wished > left:
            raise TooMany(
                _("There are {most} days off a year; of those in {year} you have {left} left."),
                most=A_YEAR,
                year=str(year),
                left=max(0, left),
            )


def days_left(user: User, taken: Iterable[Absence], now: datetime) -> dict[int, int]:
    """In this calendar year and the next."""
    this_year = day_of(now, zone_of(user)).year
    return {year: max(0, A_YEAR - used(taken, year)) for year in (this_year, this_year + 1)}


def used(taken: Iterable[Absence], year: int) -> int:
    return sum(by_year(absence.first_day, absence.last_day).get(year, 0) for absence in taken)
