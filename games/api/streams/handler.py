"""The ASGI handler: admits, streams, looks now and then whether the reader is still welcome, and ends."""

import asyncio
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from http import HTTPStatus
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from django.utils import translation
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.live.hub import HUB, Hub

from .asking import Asked, identify, read, request_of
from .mailboxes import AccountMailbox, GameMailbox, Mailbox
from .refused import Refused

HEARTBEAT = b":\n\n"
THREADS = 4  # for the database
PATIENCE = 30.0  # seconds for a reader whose connection takes nothing more
COME_BACK = (2000, 6000)  # milliseconds; apart from each other, so that a restart is no stampede
OWN_HEADERS = {
    "Cache-Control": "no-store, no-transform",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Accel-Buffering": "no",
    "X-Frame-Options": "DENY",
}

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
MustWait = Callable[[int | None, str], int]
"""Counts a request of a user or else of an address; says how many seconds that one has to wait."""
T = TypeVar("T")

logger = logging.getLogger(__name__)
security = SecurityMiddleware(lambda _request: HttpResponse())


class Streams:
    def __init__(self, hub: Hub = HUB, must_wait: MustWait = lambda _user, _address: 0) -> None:
        self.hub = hub
        self.must_wait = must_wait
        self.counts: Counter[str] = Counter()
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="streams")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        request = request_of(scope)
        if to_https := security.process_request(request):
            await answer(send, to_https.status_code, dict(to_https.items()))
            return
        headers = {**dict(security.process_response(request, HttpResponse()).items()), **OWN_HEADERS}
        async with AsyncExitStack() as stack:
            try:
                asked = read(request)
                mailbox = await self.admit(asked, stack)
            except Refused as refusal:
                await refuse(send, request, refusal, headers)
            except Exception:
                logger.exception("A stream could not be opened.")
                sentence = _("Something went wrong on this site. Its operator can see what in the log.")
                await refuse(send, request, Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "error", sentence), headers)
            else:
                await self.stream(asked, mailbox, headers, receive, send)

    async def admit(self, asked: Asked, stack: AsyncExitStack) -> Mailbox:
        user = await self.in_thread(lambda: self.identify_and_count(asked))
        key = counted_as(asked, user)
        self.check_room(key, user)
        self.counts.update([key])
        stack.callback(self.forget, key)
        mailbox = mailbox_for(asked, user)
        # First listen, then look: what happens in between is heard.
        self.hub.add(mailbox.topic(user), mailbox)
        stack.callback(self.hub.remove, mailbox.topic(user), mailbox)
        mailbox.seen(await self.in_thread(lambda: mailbox.look(user)))
        return mailbox

    def identify_and_count(self, asked: Asked) -> User | AnonymousUser:
        """Who guesses tokens is counted as well."""
        try:
            user = identify(asked)
        except Refused:
            self.count(None, asked.address)
            raise
        self.count(user.pk, asked.address)
        return user

    def count(self, user: int | None, address: str) -> None:
        if seconds := self.must_wait(user, address):
            sentence = _("These are too many requests; please wait.")
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, "throttled", sentence, {"Retry-After": str(seconds)})

    def check_room(self, key: str, user: User | AnonymousUser) -> None:
        most = settings.LIVE_STREAMS_PER_ADDRESS if user.is_anonymous else settings.LIVE_STREAMS_PER_USER
        if self.hub.closed:
            sentence = _("The site is stopping; try again in a moment.")
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "stopping", sentence, {"Retry-After": "5"})
        if self.counts[key] >= most:
            sentence = format_lazy(_("You have {count} streams open already; close one first."), count=most)
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, "too_many_streams", sentence, {"Retry-After": "60"})

    def forget(self, key: str) -> None:
        self.counts[key] -= 1
        if not self.counts[key]:
            del self.counts[key]

    async def stream(
        self, asked: Asked, mailbox: Mailbox, headers: Mapping[str, str], receive: Receive, send: Send
    ) -> None:
        gone = asyncio.ensure_future(until_gone(receive))
        gone.add_done_callback(lambda _task: mailbox.close())
        try:
            await start(send, HTTPStatus.OK, {**headers, "Content-Type": "text/event-stream; charset=utf-8"})
            await write(send, b"retry: %d\n\n" % random.randint(*COME_BACK) + mailbox.take())
            await self.flow(asked, mailbox, send)
            await write(send, b"", more=False)
        except TimeoutError:
            return  # nobody reads any more; the server cuts what has no end
        finally:
            gone.cancel()

    async def flow(self, asked: Asked, mailbox: Mailbox, send: Send) -> None:
        look_at = next_look()
        while True:
            news = await mailbox.wait(settings.LIVE_HEARTBEAT)
            if mailbox.closed:
                return
            if mailbox.must_look or time.monotonic() >= look_at:
                mailbox.must_look, look_at = False, next_look()
                if not await self.is_still_welcome(asked, mailbox):
                    return
            chunk = mailbox.take()
            if chunk or not news:
                await write(send, chunk or HEARTBEAT)

    async def is_still_welcome(self, asked: Asked, mailbox: Mailbox) -> bool:
        try:
            mailbox.seen(await self.in_thread(lambda: mailbox.look(identify(asked))))
        except Refused:
            return False
        except Exception as problem:  # noqa: BLE001  # a database that is away for a moment ends no stream
            logger.warning("An open stream could not be looked after (%s).", type(problem).__name__)
        return True

    async def in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, with_connection, work)


def mailbox_for(asked: Asked, user: User | AnonymousUser) -> Mailbox:
    if asked.game_id is None:
        return AccountMailbox()
    return GameMailbox(asked.game_id, asked.known, user.pk, asked.link)


def counted_as(asked: Asked, user: User | AnonymousUser) -> str:
    return f"address {asked.address}" if user.is_anonymous else f"user {user.pk}"


def next_look() -> float:
    return time.monotonic() + settings.LIVE_RECHECK * random.uniform(0.5, 1)


def with_connection(work: Callable[[], T]) -> T:
    """As around each of Django's requests: no connection that is too old or broken."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


async def until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(send: Send, request: HttpRequest, refusal: Refused, headers: Mapping[str, str]) -> None:
    with translation.override(translation.get_language_from_request(request)):
        body = json.dumps(refusal.problem(), ensure_ascii=False).encode()
    own = {**headers, **refusal.headers, "Content-Type": "application/problem+json"}
    await answer(send, refusal.status.value, own, body)


async def answer(send: Send, status: int, headers: Mapping[str, str], body: bytes = b"") -> None:
    await start(send, status, {**headers, "Content-Length": str(len(body))})
    await write(send, body, more=False)


async def start(send: Send, status: int, headers: Mapping[str, str]) -> None:
    lines = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": lines})


async def write(send: Send, body: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": body, "more_body": more})
