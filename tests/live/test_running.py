"""A stream of the real server, from a program with a token to the message of another process."""

import http.client
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.running import RunningSite, prepared

TELL = """
from uuid import UUID
from accounts.models import User
from games import live
live.tell([User.objects.get(username="bot").pk], "your_turn", UUID("{game}"))
"""


@contextmanager
def opened(site: RunningSite, path: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)) as connection:
        connection.request("GET", path, headers=headers)
        yield connection.getresponse()


def block(response: http.client.HTTPResponse) -> str:
    """The next event; nothing at the end."""
    lines = []
    while line := response.readline().decode().rstrip("\n"):
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.embedded
def test_an_event_reaches_a_bot_and_the_site_stops_at_once(tmp_path: Path) -> None:
    game = uuid4()
    with RunningSite(prepared(tmp_path / "data")) as site:
        token = site.manage("create_token", "bot", "--create")
        with opened(site, "/api/v1/events/", Authorization=f"Bearer {token}") as response:
            assert response.status == 200
            assert response.headers["Content-Type"].startswith("text/event-stream")
            assert block(response).startswith("retry:")
            site.manage("shell", "-v", "0", "-c", TELL.format(game=game))
            assert block(response) == f'event: your_turn\ndata: {{"game":"{game}"}}'
            began = time.monotonic()
            assert site.stop() == 0
            assert time.monotonic() - began < 5
            assert block(response) == ""
        assert "Cancel" not in site.said()
        assert "Traceback" not in site.said()


@pytest.mark.embedded
def test_a_site_without_a_broker_has_streams_too(tmp_path: Path) -> None:
    with RunningSite(prepared(tmp_path / "data"), "--broker", "memory") as site:
        with opened(site, "/api/v1/events/") as response:
            assert response.status == 401
            assert b'"code": "unauthorized"' in response.read()
        token = site.manage("create_token", "bot", "--create")
        with opened(site, "/api/v1/events/", Authorization=f"Bearer {token}") as response:
            assert block(response).startswith("retry:")
            assert site.stop() == 0
            assert block(response) == ""
        assert "Traceback" not in site.said()
