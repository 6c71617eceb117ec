"""Times in the reader's own zone: their browser tells it in a cookie, and what it says is checked."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE = "timezone"


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_named(request.COOKIES.get(COOKIE, ""))):
            return self.get_response(request)


def zone_named(name: str) -> ZoneInfo | None:
    """None stands for the zone of the site."""
    return ZoneInfo(name) if name in known_zones() else None


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())
