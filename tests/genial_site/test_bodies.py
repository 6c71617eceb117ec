"""Bodies are read before a thread works on their request: slow, endless and chunked ones hold nobody up."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from genial_site import bodies
from genial_site.bodies import WholeBodies
from tests.live.reading import in_time, scope_of

API = "/api/v1/games/"


class Inner:
    """Stands in for Django: remembers what it was asked, and reads the body."""

    def __init__(self) -> None:
        self.asked: list[tuple[dict[str, Any], bytes]] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        self.asked.append((scope, body))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Call:
    def __init__(self, parts: Sequence[bytes | None], *, ends: bool = True, path: str = API, **options: Any) -> None:
        """`None` among the parts: the client hangs up."""
        self.parts = list(parts)
        self.ends = ends
        self.scope = scope_of(path, **{"method": "POST", **options})
        self.sent: list[dict[str, Any]] = []
        self.inner = Inner()

    async def receive(self) -> dict[str, Any]:
        if not self.parts:
            await asyncio.Event().wait()
        if (part := self.parts.pop(0)) is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or not self.ends}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def run(self) -> "Call":
        in_time(lambda: WholeBodies(self.inner)(self.scope, self.receive, self.send))
        return self

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> str:
        return str(self.sent[1]["body"].decode())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.1)


def lengths(scope: dict[str, Any]) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == b"content-length"]


def test_a_chunked_body_arrives_whole_and_with_its_length() -> None:
    call = Call([b'{"client_', b'seed": "ab"}'], transfer_encoding="chunked").run()
    [(scope, body)] = call.inner.asked
    assert body == b'{"client_seed": "ab"}'
    assert lengths(scope) == [b"21"]
    assert b"transfer-encoding" not in dict(scope["headers"])


def test_a_body_of_known_length_arrives_whole() -> None:
    [(scope, body)] = Call([b"{", b"}"], content_length="2").run().inner.asked
    assert (body, lengths(scope)) == (b"{}", [b"2"])


def test_a_request_without_a_body_passes_untouched() -> None:
    call = Call([b""], method="GET").run()
    assert call.inner.asked[0][0] is call.scope


@pytest.mark.usefixtures("impatient")
def test_a_slow_body_never_takes_a_thread() -> None:
    call = Call([b"{}"], ends=False, content_length="1000").run()
    assert not call.inner.asked
    assert call.sent[0]["status"] == 408
    assert call.headers["connection"] == "close"
    assert call.headers["content-type"] == "application/problem+json"
    assert json.loads(call.body)["code"] == "too_slow"


@pytest.mark.usefixtures("impatient")
def test_beside_the_api_a_slow_body_gets_a_sentence() -> None:
    call = Call([b"name="], ends=False, path="/account/sign-in/", content_length="1000", accept_language="de").run()
    assert call.sent[0]["status"] == 408
    assert call.headers["content-type"] == "text/plain; charset=utf-8"
    assert call.headers["x-content-type-options"] == "nosniff"
    assert call.body == "Diese Anfrage kam zu langsam an."


@pytest.mark.parametrize("path", [API, "/account/sign-in/"])
@pytest.mark.parametrize("announced", [True, False])
def test_a_large_body_is_not_read_to_its_end(settings: Any, path: str, announced: bool) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100_000
    parts = [b"x" * 30_000] * 9
    kind: dict[str, Any] = {"content_length": "270000"} if announced else {"transfer_encoding": "chunked"}
    call = Call(parts, path=path, **kind).run()
    assert not call.inner.asked
    assert (call.sent[0]["status"], call.headers["connection"]) == (413, "close")
    assert len(call.parts) == (9 if announced else 6 if path == API else 5)


@pytest.mark.usefixtures("impatient")
def test_a_client_that_hangs_up_is_forgotten() -> None:
    call = Call([b"{", None], content_length="1000").run()
    assert (call.inner.asked, call.sent) == ([], [])
