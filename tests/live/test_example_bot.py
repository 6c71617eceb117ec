"""The bot of examples/ against a running site: it lives on events, comes back after an outage, and takes a no."""

import importlib.util
import io
import json
import os
import sqlite3
import subprocess
import sys
import urllib.error
from contextlib import closing
from email.message import Message
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.running import HERE, RunningSite, eventually, prepared

BOT = HERE / "examples" / "bot.py"


@pytest.fixture
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", BOT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def started(site: RunningSite, token: str, *arguments: str) -> subprocess.Popen[str]:
    env = {"GENIAL_TOKEN": token, "PATH": os.environ["PATH"]}
    command = [sys.executable, str(BOT), site.url, *arguments]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def moves(site: RunningSite) -> int:
    with closing(sqlite3.connect(site.data / "genial.sqlite3")) as database:
        count: int = database.execute("SELECT count(*) FROM games_move").fetchone()[0]
        return count


@pytest.mark.embedded
def test_it_plays_whole_games_and_survives_a_restart_of_the_web_server(tmp_path: Path) -> None:
    with RunningSite(prepared(tmp_path / "data"), GENIAL_BOT_DELAY="0") as site:
        token = site.manage("create_token", "example", "--create")
        with started(site, token, "--rules", "koepfchen", "--against", "greedy", "--games", "2") as bot:
            try:
                # Long enough for the search to be compiled, where that has never been done.
                assert eventually(lambda: moves(site) > 2, within=600), site.said()
                (web,) = site.having("genial_site.web")
                web.kill()
                said, _nothing = bot.communicate(timeout=600)
            finally:
                bot.kill()
        assert bot.returncode == 0, said
        assert said.count(" of 2\n") == 2


class Answers:
    """Stands in for urlopen; each answer is a body, or a status with headers and a body."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Any] = []

    def __call__(self, request: Any, timeout: float) -> io.BytesIO:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, tuple):
            status, headers, body = answer
            message = Message()
            for name, value in headers.items():
                message[name] = value
            raise urllib.error.HTTPError(request.full_url, status, "no", message, io.BytesIO(json.dumps(body).encode()))
        return io.BytesIO(answer if isinstance(answer, bytes) else json.dumps(answer).encode())


@pytest.fixture
def naps(example: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    taken: list[float] = []
    monkeypatch.setattr(example.time, "sleep", taken.append)
    return taken


def answering(example: ModuleType, monkeypatch: pytest.MonkeyPatch, *answers: Any) -> Answers:
    found = Answers(*answers)
    monkeypatch.setattr(example.urllib.request, "urlopen", found)
    return found


def test_it_waits_as_long_as_it_is_told(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, naps: list[float]
) -> None:
    answering(example, monkeypatch, (429, {"Retry-After": "7"}, {}), {"status": "active"})
    assert example.Site("http://x", "t").call("games/1/") == {"status": "active"}
    assert naps == [7.0]


def test_a_turn_whose_answer_was_lost_is_sent_again_with_its_key(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, naps: list[float]
) -> None:
    found = answering(example, monkeypatch, ConnectionResetError(), (503, {}, {}), {"version": 2})
    example.Site("http://x", "t").call("games/1/moves/", {"version": 1, "actions": []}, key="1 1")
    assert [request.headers["Idempotency-key"] for request in found.asked] == ["1 1"] * 3
    assert len(naps) == 2


def test_it_looks_again_when_the_table_has_moved_on(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, naps: list[float]
) -> None:
    game = {"id": "1", "status": "active", "to_move": 0, "my_seat": 0, "version": 3}
    stale: tuple[int, dict[str, str], dict[str, str]] = (409, {}, {"code": "stale", "detail": "The game has moved on."})
    complete = {"actions": [], "complete": True}
    found = answering(example, monkeypatch, game, complete, stale, {**game, "to_move": 1})
    example.play(example.Site("http://x", "t"), "1")
    assert found.answers == []


def test_it_opens_its_stream_again(example: ModuleType, monkeypatch: pytest.MonkeyPatch, naps: list[float]) -> None:
    stream = b'retry: 3000\n\n:\n\nevent: your_turn\ndata: {"game":"1"}\n\n'
    answering(example, monkeypatch, OSError(), stream, (401, {}, {"code": "unauthorized", "detail": "Revoked."}))
    events = example.Site("http://x", "t").events()
    assert [next(events), next(events)] == [("connected", ""), ("your_turn", "1")]
    with pytest.raises(example.Refused, match="401 unauthorized: Revoked"):
        next(events)
