"""From above or at a slant: the reader's choice lives in a cookie, like light and dark."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.drawing.stacks import LOOKS

COOKIE = "look"
A_YEAR = 60 * 60 * 24 * 365


def with_look(request: HttpRequest, query: Mapping[str, str]) -> dict[str, str]:
    """What an address asks for, with the look that was chosen before where it names none."""
    return {"look": request.COOKIES.get(COOKIE, ""), **{key: query[key] for key in query}}


def remember_look(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    look = request.GET.get("look", "")
    if look in LOOKS:
        response.set_cookie(
            COOKIE, look, max_age=A_YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )
    return response
