"""Messages on their way through a real Redis or Valkey."""

import asyncio
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games import live
from games.live import sending
from games.live.hub import Hub
from games.live.messages import Message, Moved, Told
from genial_site.broker import EmbeddedBroker, find_server
from tests.running import HERE, clean_environment

from .reading import in_time

GAME = uuid4()


class Listener:
    """A reader that remembers."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.heard: asyncio.Queue[Message] = asyncio.Queue()
        self.looks: asyncio.Queue[None] = asyncio.Queue()
        for topic in (GAME, 7):
            hub.add(topic, self)

    def put(self, message: Message) -> None:
        self.heard.put_nowait(message)

    def look_again(self) -> None:
        self.looks.put_nowait(None)

    def close(self) -> None: ...

    async def connected(self) -> None:
        for _topic in (GAME, 7):
            await self.looks.get()


class Server:
    def __init__(self, broker: EmbeddedBroker) -> None:
        self.broker = broker
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.broker.command)
        self.broker.wait(is_alive=lambda: self.process.poll() is None)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    program = find_server()
    if program is None:
        pytest.skip("no Redis or Valkey found")
    folder = Path(tempfile.mkdtemp(prefix="genial-"))  # a socket needs a short path
    server = Server(EmbeddedBroker(program, folder, folder / "socket"))
    settings.REDIS_URL = server.broker.url
    yield server
    sending.stop_sending()
    server.stop()
    shutil.rmtree(folder)


async def both_hear() -> None:
    first, second = Listener(Hub()), Listener(Hub())
    await first.connected()
    await second.connected()
    live.game_moved(GAME, 5)
    live.tell((number for number in (7, 8)), "your_turn", GAME)
    for listener in (first, second):
        assert await listener.heard.get() == Moved(GAME, 5)
        assert await listener.heard.get() == Told((7, 8), "your_turn", GAME)
        listener.hub.close()


def test_every_process_hears_it(server: Server) -> None:
    in_time(both_hear)


@pytest.mark.services
def test_every_process_hears_it_over_the_sites_redis(settings: Any) -> None:
    if "REDIS_URL" not in os.environ:
        pytest.skip("no Redis or Valkey found")
    in_time(both_hear)
    sending.stop_sending()


def test_sites_that_share_a_server_do_not_hear_each_other(server: Server, settings: Any) -> None:
    async def test() -> None:
        ours = Listener(Hub())
        settings.REDIS_URL += "?db=3"
        theirs = Listener(Hub())
        await ours.connected()
        await theirs.connected()
        live.game_moved(GAME, 1)  # theirs
        assert await theirs.heard.get() == Moved(GAME, 1)
        settings.REDIS_URL = server.broker.url
        live.game_moved(GAME, 2)
        assert await ours.heard.get() == Moved(GAME, 2)
        for listener in (ours, theirs):
            listener.hub.close()

    in_time(test)


def test_after_the_brokers_restart_readers_look_again_and_hear_what_was_said(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        listener = Listener(Hub())
        await listener.connected()
        server.stop()
        live.game_moved(GAME, 6)
        while len(caplog.records) < 2:  # both sides have noticed
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.start)
        await listener.connected()
        live.game_moved(GAME, 7)
        while await listener.heard.get() != Moved(GAME, 7):
            pass
        listener.hub.close()

    in_time(test)
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert str(GAME) not in caplog.text


def test_a_broker_that_is_away_costs_nothing_and_breaks_nothing(
    settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = f"unix://{tmp_path}/nobody"
    live.game_moved(GAME, 0)  # starts the thread
    began = time.perf_counter()
    for version in range(100):
        live.game_moved(GAME, version)
        live.tell([1, 2], "your_turn", GAME)
    assert (time.perf_counter() - began) / 200 < 0.001
    sending.stop_sending()
    assert len(caplog.records) == 1  # an outage is one line, however many messages wait


def test_messages_that_nobody_takes_are_dropped_in_the_end(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sending, "LIMIT", 10)
    settings.REDIS_URL = f"unix://{tmp_path}/nobody"
    for version in range(20):
        live.game_moved(GAME, version)
    assert "A live message was not sent (Full)" in caplog.text
    assert str(GAME) not in caplog.text
    sending.stop_sending()


SPEAKER = """
import sys, django
django.setup()
from uuid import UUID
from games import live
live.game_moved(UUID(sys.argv[1]), 9)
"""


def test_a_command_that_ends_at_once_is_heard(server: Server, tmp_path: Path) -> None:
    env = clean_environment(
        GENIAL_DATA=str(tmp_path), REDIS_URL=server.broker.url, DJANGO_SETTINGS_MODULE="genial_site.settings"
    )

    async def test() -> None:
        listener = Listener(Hub())
        await listener.connected()
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", SPEAKER, str(GAME), cwd=HERE, env=env)
        assert await process.wait() == 0
        assert await listener.heard.get() == Moved(GAME, 9)
        listener.hub.close()

    in_time(test)
