"""Where people live, as far as their clocks go."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings

from accounts.models import User


def zone_of(user: User | None) -> ZoneInfo:
    """The user's own, or else that of the site."""
    return zone_named(user.time_zone if user else "") or ZoneInfo(settings.TIME_ZONE)


def zone_named(name: str) -> ZoneInfo | None:
    return ZoneInfo(name) if name in known_zones() else None


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def remember_surroundings(*, user: User, time_zone: str, language: str) -> bool:
    """Where and in which language somebody reads, unless that is known; mails and deadlines need it later.

    Answers whether their zone was news.
    """
    found = {"time_zone": time_zone, "language": language}
    new = {name: value for name, value in found.items() if value and not getattr(user, name)}
    if new:
        User.objects.filter(pk=user.pk).update(**new)
        for name, value in new.items():
            setattr(user, name, value)
    return "time_zone" in new
