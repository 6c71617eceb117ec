"""Drives the handler as a server would, without one."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from games.api.streams.handler import Streams

SECONDS = 10.0  # no test waits longer


def in_time(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(SECONDS):
            await test()

    asyncio.run(bounded())


def scope_of(
    path: str, *, method: str = "GET", query: bytes = b"", scheme: str = "http", **headers: str
) -> dict[str, Any]:
    lines = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": path,
        "query_string": query,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in lines.items()],
        "client": ("192.0.2.1", 50000),
        "server": ("localhost", 80),
    }


class Reading:
    """One request, and what came back so far."""

    def __init__(self, streams: Streams, scope: dict[str, Any]) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.hung_up = asyncio.Event()
        self.may_flow = asyncio.Event()
        self.may_flow.set()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.left = ""
        self.task = asyncio.ensure_future(streams(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.may_flow.wait()
        self.sent.put_nowait(message)

    async def opened(self) -> None:
        message = await self.sent.get()
        assert message["type"] == "http.response.start"
        self.status = message["status"]
        self.headers = {name.decode(): value.decode() for name, value in message["headers"]}

    async def block(self) -> str:
        """The next event or comment; nothing at the end of the stream."""
        while "\n\n" not in self.left:
            message = await self.sent.get()
            self.left += message["body"].decode()
            if not message["more_body"]:
                return ""
        block, self.left = self.left.split("\n\n", 1)
        return block

    async def event(self) -> str:
        while (block := await self.block()).startswith((":", "retry:")):
            pass
        return block

    async def body(self) -> str:
        await self.task
        body = b""
        while not self.sent.empty():
            body += self.sent.get_nowait()["body"]
        return body.decode()


@asynccontextmanager
async def reading(streams: Streams, path: str, **options: Any) -> AsyncIterator[Reading]:
    reader = Reading(streams, scope_of(path, **options))
    try:
        await reader.opened()
        yield reader
    finally:
        reader.hung_up.set()
        reader.may_flow.set()
        await reader.task


async def refusal(streams: Streams, path: str, **options: Any) -> tuple[int, dict[str, Any]]:
    async with reading(streams, path, **options) as reader:
        assert reader.headers["content-type"] == "application/problem+json", await reader.block()
        return reader.status, json.loads(await reader.body())
