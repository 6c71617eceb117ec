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
