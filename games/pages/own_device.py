"""Which of somebody's devices this browser is. A session would not do: it runs out long before a push subscription."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "push"
KEPT = timedelta(days=400)
"""Browsers keep none for longer."""


def own_device(request: HttpRequest) -> str:
    """Its number, signed by us; nothing for a browser without push messages."""
    return request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""


def remember_own_device(response: HttpResponse, device_id: int) -> None:
    response.set_signed_cookie(
        COOKIE,
        str(device_id),
        salt=COOKIE,
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
