"""Reads the body of a request before a thread works on it, so that slow ones cost no thread."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.utils import translation

from games.api.streams.asking import request_of

from .api.gate import LARGEST_BODY
from .api.problems import SENTENCES, STATUS, answer
from .operation.request_ids import HEADER
from .operation.requests import note

PATIENCE = 10.0  # seconds for a whole body

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

security = SecurityMiddleware(lambda _request: HttpResponse())


class TooLarge(Exception):
    pass


class Gone(Exception):
    """The client has hung up."""


class WholeBodies:
    def __init__(self, application: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(scope):
            await self.application(scope, receive, send)
            return
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                body = await whole_body(scope, receive)
        except TimeoutError:
            await refuse(scope, send, "too_slow", began)
        except TooLarge:
            await refuse(scope, send, "too_large", began)
        except Gone:
            return
        else:
            await self.application(with_length(scope, len(body)), handing_out(body, receive), send)


def has_body(scope: Scope) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


def is_api(scope: Scope) -> bool:
    return bool(scope["path"].startswith("/api/"))


def largest(scope: Scope) -> int:
    return LARGEST_BODY if is_api(scope) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE or LARGEST_BODY


async def whole_body(scope: Scope, receive: Receive) -> bytes:
    most = largest(scope)
    announced = dict(scope["headers"]).get(b"content-length", b"")
    if announced.isdigit() and (len(announced) > 18 or int(announced) > most):
        raise TooLarge
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise TooLarge
    return bytes(body)


def with_length(scope: Scope, length: int) -> Scope:
    """A chunked body has none, and WSGI takes what has none for empty."""
    headers = [line for line in scope["headers"] if line[0] not in (b"content-length", b"transfer-encoding")]
    return {**scope, "headers": [*headers, (b"content-length", b"%d" % length)]}


def handing_out(body: bytes, receive: Receive) -> Receive:
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def hand_out() -> dict[str, Any]:
        return left.pop() if left else await receive()

    return hand_out


async def refuse(scope: Scope, send: Send, code: str, began: float) -> None:
    """The rest of the body is still on its way: the connection cannot be used again."""
    note(method=scope["method"], route="unread", status=STATUS[code], began=began)
    request = request_of(scope)
    with translation.override(translation.get_language_from_request(request)):
        if is_api(scope):
            response = answer(code)
        else:
            response = HttpResponse(str(SENTENCES[code]), status=STATUS[code], content_type="text/plain; charset=utf-8")
    security.process_response(request, response)
    response["Cache-Control"] = "no-store"
    response["Connection"] = "close"
    response[HEADER] = scope.get("request_id", "")
    response["Content-Length"] = str(len(response.content))
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content, "more_body": False})
