"""`/healthz`, `/readyz` and `/metrics`: answered before Django, its threads and its sessions, whatever hangs there.

They answer on any host name, for machines ask by address; and they tell strangers nothing but ok or not ok.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Metric, generate_latest
from prometheus_client.registry import Collector

from . import metrics
from .asking import Scope, has_token, is_local, is_operator
from .gauges import Gauges
from .health import DATABASE, Part, look, part_names

Send = Callable[[dict[str, Any]], Awaitable[None]]
Answer = tuple[int, str, bytes]

KEPT_FOR = 1.0  # seconds: however often it is asked, the parts are looked at once a second
JSON, TEXT = "application/json", "text/plain; charset=utf-8"


class Readiness:
    """What was found last; one look at a time, however many ask."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, ...], tuple[float, list[Part]]] = {}

    def parts(self, wanted: str) -> list[Part]:
        names = tuple(name for name in part_names() if name in wanted.split(","))
        at, parts = self.found.get(names, (0.0, []))
        if time.monotonic() - at > KEPT_FOR or not parts:
            parts = look(names)
            self.found[names] = (time.monotonic(), parts)
        return parts


readiness = Readiness()


def live() -> Answer:
    return 200, TEXT, b"ok\n"


def ready(scope: Scope) -> Answer:
    wanted = parse_qs(scope["query_string"].decode("latin-1")).get("parts", [""])[0][:100]
    parts = readiness.parts(wanted)
    ok = all(part.ok for part in parts)
    said: dict[str, Any] = {"status": "ok" if ok else "not ok"}
    if is_local(scope) or has_token(scope) or (database_answers(parts) and is_operator(scope)):
        said["parts"] = {part.name: part.data() for part in parts}
    return 200 if ok else 503, JSON, json.dumps(said).encode() + b"\n"


def database_answers(parts: list[Part]) -> bool:
    return any(part.name == DATABASE and part.ok for part in parts)


def measured(scope: Scope) -> Answer:
    return exposed(scope, Counted(), gauges)


def counted(scope: Scope) -> Answer:
    """Without what is the same on every machine."""
    return exposed(scope, Counted())


def exposed(scope: Scope, *collectors: Collector) -> Answer:
    """For whoever has the token; without one, for this machine alone."""
    token = settings.ENVIRONMENT["GENIAL_METRICS_TOKEN"]
    if not (has_token(scope) if token else is_local(scope)):
        return 403, TEXT, b"Send the token of GENIAL_METRICS_TOKEN, or ask from this machine.\n"
    registry = CollectorRegistry(auto_describe=False)
    for collector in collectors:
        registry.register(collector)
    return 200, CONTENT_TYPE_PLAIN_0_0_4, generate_latest(registry)


class Counted(Collector):
    def collect(self) -> Iterable[Metric]:
        return metrics.collected()


gauges = Gauges()
DOORS: dict[str, Callable[[Scope], Answer]] = {
    "/healthz": lambda _scope: live(),
    "/readyz": ready,
    "/metrics": measured,
}


def path(scope: Scope) -> str:
    return str(scope["path"].removesuffix("/"))


def is_door(scope: Scope) -> bool:
    return scope["type"] == "http" and path(scope) in DOORS


async def open_door(scope: Scope, send: Send) -> None:
    if scope["method"] not in ("GET", "HEAD"):
        await reply(scope, send, (405, TEXT, b"This address takes GET only.\n"))
    elif path(scope) == "/healthz":  # alone needs no thread
        await reply(scope, send, live())
    else:
        await reply(scope, send, await asyncio.to_thread(DOORS[path(scope)], scope))


async def reply(scope: Scope, send: Send, answer: Answer) -> None:
    status, kind, body = answer
    headers = {
        "content-type": kind,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        **({"allow": "GET, HEAD"} if status == 405 else {}),
    }
    lines = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
