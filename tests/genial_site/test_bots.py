"""Bots on a running site: they play by themselves, behind everything else, with and without a broker."""

import json
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from genial_site.bots import NICENESS
from genial_site.thinkers import Thinkers
from tests.running import RunningSite, eventually, is_running, prepared

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
    with RunningSite(prepared(tmp_path / "data"), "--broker", broker, GENIAL_BOT_DELAY="0") as site:
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
        if broker == "memory":
            assert "REDIS_URL" in site.said()  # whoever could have a broker is told so
            assert {site.role(child) for child in site.children()} == {"genial_site.web", role}
        assert site.stop() == 0
        assert site.everybody_is_gone()
        assert "Traceback" not in site.said()


LATER = """
from datetime import timedelta
from django.utils import timezone
from games.models import BotTurn, Game
from games.tasks import wake_stalled_bots
past = timezone.now() - timedelta(minutes=1)
BotTurn.objects.update(claimed_until=past)
Game.objects.update(turn_began_at=past)
wake_stalled_bots()
"""
TROUBLES = "from games.models import BotTurn; print(*BotTurn.objects.values_list('attempts', 'error'))"


@pytest.mark.embedded
def test_a_turn_whose_worker_was_killed_is_taken_up_again(tmp_path: Path) -> None:
    with RunningSite(prepared(tmp_path / "data"), GENIAL_BOT_DELAY="10", GENIAL_BOT_WORKERS="1") as site:
        (bots,) = site.having("genial_site.bots")
        # It has children once the search is compiled; before that its turns would wait in the queue.
        assert eventually(lambda: bool(workers_of(bots)), within=COMPILING), site.said()
        token = site.manage("create_token", "ada", "--create")
        seats = [{"me": True}, {"bot": "greedy"}]
        game = call(site, token, "games/", {"rules": "koepfchen", "seats": seats, "order": "fixed"})
        turn = call(site, token, f"games/{game['id']}/legal/")["actions"][:1]
        moved = call(site, token, f"games/{game['id']}/moves/", {"version": game["version"], "actions": turn})
        # The bot has its claim and takes its time to answer.
        assert eventually(lambda: claims(site) == 1), site.said()
        (worker,) = workers_of(bots)
        worker.kill()
        assert eventually(lambda: not is_running(worker))
        shell(site, LATER)
        assert eventually(lambda: call(site, token, f"games/{game['id']}/")["version"] > moved["version"]), site.said()
        assert shell(site, TROUBLES) == "(2, 'Its worker was lost.')"
        assert call(site, token, f"games/{game['id']}/")["version"] == moved["version"] + 1


def workers_of(bots: psutil.Process) -> list[psutil.Process]:
    """The processes that think."""
    return [child for child in bots.children(recursive=True) if not child.children()]


def claims(site: RunningSite) -> int:
    with closing(sqlite3.connect(site.data / "genial.sqlite3")) as database:
        count: int = database.execute("select count(*) from games_botturn").fetchone()[0]
        return count


def shell(site: RunningSite, code: str) -> str:
    return site.manage("shell", "-v", "0", "-c", code)


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
