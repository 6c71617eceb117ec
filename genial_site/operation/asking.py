"""Who asks for what only operators may know, of requests that Django never sees."""

import hmac
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.services import roles
from games.api.streams.asking import user_of_session

Scope = dict[str, Any]

FORWARDED = {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"}
LOCAL_NAMES = {"localhost", "127.0.0.1", "[::1]"}


def header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_local(scope: Scope) -> bool:
    """Whether somebody on this machine asks, not a proxy for somebody elsewhere.

    Behind a proxy everybody comes from this machine: it gives itself away by what it adds, or by the name of the site.
    """
    client = scope.get("client")
    try:
        if not client or not ip_address(client[0]).is_loopback:
            return False
    except ValueError:
        return False
    if any(name in FORWARDED for name, _value in scope["headers"]):
        return False
    host = header(scope, b"host").lower()
    return (host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host) in LOCAL_NAMES


def has_token(scope: Scope) -> bool:
    expected = settings.ENVIRONMENT["GENIAL_METRICS_TOKEN"]
    scheme, _blank, token = header(scope, b"authorization").partition(" ")
    return (
        bool(expected) and scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), expected.encode())
    )


def is_operator(scope: Scope) -> bool:
    """Whether an operator's session asks; needs a database that answers."""
    try:
        cookie = SimpleCookie(header(scope, b"cookie")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return False
    if cookie is None:
        return False
    try:
        return roles.is_operator(user_of_session(cookie.value), timezone.now())
    finally:
        connection.close()
