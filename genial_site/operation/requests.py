"""What is noted of every request: a line in the log, its time, and its id in the answer."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import LazyObject, empty

from . import metrics, request_ids
from .logs import FACTS

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

STREAMS = "api:events"
"""Open for as long as somebody looks: that is no time to answer."""

logger = logging.getLogger("genial.access")


def note(*, method: str, route: str, status: int, began: float, **facts: Any) -> None:
    """Names and numbers alone: addresses and queries may hold secrets."""
    seconds = time.perf_counter() - began
    method = method if method in METHODS else "other"
    metrics.REQUESTS.labels(route, method, status).inc()
    if route != STREAMS:
        metrics.REQUEST_SECONDS.labels(route, method).observe(seconds)
    if logger.isEnabledFor(logging.INFO):
        said = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1), **facts}
        logger.info("%s %s %s", method, route, status, extra={FACTS: said})


class RequestsNoted:
    """The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        request_id = request.META.get("asgi.scope", {}).get("request_id") or request_ids.new_id()
        request.request_id = request_id  # type: ignore[attr-defined]  # for the page that says sorry
        with request_ids.known_as(request_id):
            response = self.get_response(request)
            response.headers[request_ids.HEADER] = request_id
            note(
                method=request.method or "",
                route=route_of(request),
                status=response.status_code,
                began=began,
                user=user_of(request),
                **ids_of(request),
            )
        return response


def route_of(request: HttpRequest) -> str:
    if request.resolver_match:
        return request.resolver_match.view_name
    return "static" if request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/") else "unmatched"


def user_of(request: HttpRequest) -> int | None:
    """The number of whoever asks, if that was found out anyway."""
    user = request.__dict__.get("user")
    if isinstance(user, LazyObject) and user._wrapped is empty:
        return None
    return user.pk if isinstance(user, AbstractBaseUser) else None


def ids_of(request: HttpRequest) -> dict[str, str]:
    """What the address names by number: games, series and the like. Texts may be secret links."""
    given = request.resolver_match.kwargs if request.resolver_match else {}
    return {name: str(value) for name, value in given.items() if isinstance(value, UUID | int)}


# --- requests that Django does not see -------------------------------------------------------------

Send = Callable[[dict[str, Any]], Awaitable[None]]


class StreamsNoted:
    """An ASGI application around the one for event streams."""

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        began = time.perf_counter()
        status = 499  # gone before an answer

        async def noting(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                header = (request_ids.HEADER.lower().encode(), scope["request_id"].encode())
                message = {**message, "headers": [*message["headers"], header]}
            await send(message)

        kind = "game" if "/games/" in scope["path"] else "account"
        with request_ids.known_as(scope["request_id"]), metrics.STREAMS.labels(kind).track_inprogress():
            try:
                await self.application(scope, receive, noting)
            finally:
                note(method=scope["method"], route=STREAMS, status=status, began=began)
