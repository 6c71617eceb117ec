"""What a request asks for and who asks; does here what middleware does for Django's views."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from importlib import import_module
from io import BytesIO
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.standing import refusal
from accounts.services.tokens import user_of_token

from .refused import Refused

PATH = re.compile(r"/api/v1/(?:games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/)?events/")
SESSION_KEY = re.compile(r"[a-z0-9]{8,40}")
VERSION = re.compile(r"[0-9]{1,9}")
AFTER = re.compile(r"(?:^|&)after=([^&]*)")
LINK = re.compile(r"(?:^|&)link=([\w-]{1,64})(?:&|$)", re.ASCII)
HEADERS = (b"host", b"cookie", b"authorization", b"last-event-id", b"accept-language")  # all that we read


@dataclass(frozen=True, slots=True)
class Asked:
    game_id: UUID | None  # none: the account's own stream
    known: int | None  # the version that the reader has
    link: str  # the secret one that the reader came by, if any
    token: str | None
    session: str | None
    address: str


def is_stream(scope: dict[str, Any]) -> bool:
    return scope["type"] == "http" and PATH.fullmatch(scope["path"]) is not None


def request_of(scope: dict[str, Any]) -> HttpRequest:
    """As Django knows it, made of nothing that bytes of a stranger could break."""
    headers = [(name, value) for name, value in scope["headers"] if name in HEADERS]
    query = scope["query_string"].decode("latin-1")
    return ASGIRequest({**scope, "headers": headers, "query_string": query}, BytesIO())


def read(request: HttpRequest) -> Asked:
    path = PATH.fullmatch(request.path)
    if path is None or request.method != "GET":
        raise Refused(
            HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed", _("This address takes GET only."), {"Allow": "GET"}
        )
    try:
        request.get_host()
    except DisallowedHost:
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", _("This request cannot be read.")) from None
    scheme, _blank, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return Asked(
        game_id=UUID(path[1]) if path[1] else None,
        known=known_version(request),
        link=secret_link(request),
        token=token.strip() if scheme.lower() == "bearer" else None,
        session=request.COOKIES.get(settings.SESSION_COOKIE_NAME),
        address=request.META.get("REMOTE_ADDR", ""),
    )


def known_version(request: HttpRequest) -> int | None:
    """A browser that comes back says what it had last; a program may say so in the address."""
    last = request.META.get("HTTP_LAST_EVENT_ID", "")
    if VERSION.fullmatch(last):
        return int(last)
    after = AFTER.search(request.META["QUERY_STRING"])
    if after is None:
        return None
    if not VERSION.fullmatch(after[1]):
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", _("after is the number of a version."))
    return int(after[1])


def secret_link(request: HttpRequest) -> str:
    link = LINK.search(request.META["QUERY_STRING"])
    return link[1] if link else ""


def identify(asked: Asked) -> User | AnonymousUser:
    """Who asks; needs the database."""
    user = user_of_token(asked.token) if asked.token is not None else user_of_session(asked.session)
    if user is None:
        raise unauthorized(_("This token is unknown or was revoked."))
    if asked.game_id is None and user.is_anonymous:
        raise unauthorized(_("Sign in, or send a token."))
    if turned_away := refusal(user, timezone.now()):
        raise Refused(HTTPStatus.FORBIDDEN, turned_away.code, lazystr(turned_away))
    return user


def user_of_session(key: str | None) -> User | AnonymousUser:
    if key is None or not SESSION_KEY.fullmatch(key):
        return AnonymousUser()
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request)


def unauthorized(detail: Any) -> Refused:
    return Refused(HTTPStatus.UNAUTHORIZED, "unauthorized", detail, {"WWW-Authenticate": 'Bearer realm="api"'})
