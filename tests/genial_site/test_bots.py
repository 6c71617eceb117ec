"""Bots on a running site: they play by themselves, behind everything else, with and without a broker."""

import json
import urllib.request
from pathlib import Path
from typing import Any

import psutil
import pytest

from genial_site.bots import NICENESS
from genial_site.thinkers import Thinkers
from tests.running import RunningSite, eventually

COMPILING = 600.0  # seconds, where that has never been done


def call(site: RunningSite, token: str, path: str, data: object = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = None if data is None else json.dumps(data).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{site.url}/api/v1/{path}", body, headers)) as answer:
        return json.load(answer)


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("broker", "role"), [("auto", "genial_site.bots"), ("memory", "genial_site.thinkers")], ids=["auto", "memory"]
)
def test_bots_play_a_game_to_its_end(tmp_path: Path, broker: str, role: str) -> None:
    with RunningSite(tmp_path / "data", "--broker", broker, GENIAL_BOT_DELAY="0") as site:
        token = site.manage("create_token", "ada", "--create")
        seats = [{"me": True}, {"bot": "steady"}, {"bot": "greedy"}]
        game = call(site, token, "games/", {"rules": "koepfchen", "seats": seats, "stand_in": "random"})["id"]
        call(site, token, f"games/{game}/resign/", {})
        ended = eventually(lambda: call(site, token, f"games/{game}/")["status"] == "finished", within=COMPILING)
        assert ended, site.said()
        thinking = [child for child in site.children() if site.role(child) == role]
        assert thinking
        assert {process.nice() for process in thinking} == {NICENESS}
        assert {psutil.Process(web.pid).nice() for web in site.having("genial_site.web")} == {0}
        assert site.stop() == 0
        assert site.everybody_is_gone()
        assert "Traceback" not in site.said()


def sleep_for(seconds: float) -> str:
    import time

    time.sleep(seconds)
    return "awake"


def die() -> None:
    import os

    os._exit(1)


def refuse() -> None:
    raise ValueError("no")


def test_thinkers_answer_raise_and_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = Thinkers(1, limit=3)
    try:
        assert thinkers(sleep_for, 0) == "awake"
        with pytest.raises(ValueError, match="no"):
            thinkers(refuse)
        first = thinkers.all[0].process
        with pytest.raises(EOFError):
            thinkers(die)
        with pytest.raises(TimeoutError):
            thinkers(sleep_for, 60)
        assert first.poll() is not None
        assert thinkers(sleep_for, 0) == "awake"
    finally:
        thinkers.end()
