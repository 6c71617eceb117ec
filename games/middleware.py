"""Times in the reader's own zone: the one they have chosen, or else the one that their browser tells in a cookie."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from accounts.services.presence import remember_visit
from accounts.services.zones import zone_named
from games.services.reckoning import heed_zone

COOKIE = "timezone"


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        told = zone_named(request.COOKIES.get(COOKIE, ""))
        user = None if is_file(request) else request.user
        chosen = None
        if isinstance(user, User):
            now = timezone.now()
            if remember_visit(user=user, now=now, time_zone=str(told or ""), language=get_language() or ""):
                heed_zone(user, now)
            chosen = zone_named(user.time_zone)
        with timezone.override(chosen or told):
            return self.get_response(request)


def is_file(request: HttpRequest) -> bool:
    """Icons and the like tell no times, and are the same for everybody."""
    return "." in request.path.rpartition("/")[2]
