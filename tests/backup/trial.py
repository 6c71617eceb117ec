"""Backup and restore tried for real: a site on which games are played is packed, wiped out, and put back."""

import http.cookiejar
import json
import re
import shutil
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.engine.verify import complaint
from tests.running import RunningSite, eventually

from .folders import Folder
from .players import Pair, Person, turns

NAMES = ("ada", "bob", "cy", "dot")
PASSWORD = "correct horse battery"
RULES = ("koepfchen", "genial-cards", "genial")
MEET = f"""
import json
from accounts.models import User
from accounts.services.tokens import make_token
tokens = {{}}
for name in {NAMES!r}:
    user = User.objects.create_user(name, f"{{name}}@example.org", {PASSWORD!r})
    tokens[name] = make_token(user=user, name="trial")[1]
print(json.dumps(tokens))
"""
RUN_OUT = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game
Game.objects.filter(pk="{game}").update(deadline=timezone.now() - timedelta(hours=1))
"""
UNTIL_BOTS_ARE_UP = 900.0  # seconds, where their search has never been compiled


@dataclass(frozen=True)
class Place:
    """Where a site lives, and how it is wiped out: afterwards nothing of it is left, in its broker neither."""

    data: Path
    env: dict[str, str] = field(default_factory=dict)
    wipe: Callable[[], None] = lambda: None


@dataclass
class Figures:
    finished: int = 0
    turns_before: int = 0
    turns_meanwhile: int = 0
    under_way: int = 0
    backup: float = 0.0
    archive: int = 0
    restore: float = 0.0
    bot: float = 0.0
    said: str = ""
    kept: Path = Path()
    """The archive."""

    def __str__(self) -> str:
        return (
            f"{self.turns_before} turns and {self.finished} finished games before the backup; {self.turns_meanwhile} "
            f"turns while it was made in {self.backup:.1f} s ({self.archive:,} bytes). "
            f"Restored in {self.restore:.1f} s: all finished games identical, {self.under_way} under way played on to "
            f"their end, a bot answered after {self.bot:.1f} s.\n{self.said}"
        )


@dataclass
class Left:
    """What was there when the backup was made."""

    tokens: dict[str, str]
    records: dict[str, dict[str, Any]]
    bots_turn: str
    """A game in which a bot is to move."""
    forgotten: str
    """A game that nobody plays on."""
    archive: Path


def try_it(place: Place, *, games: int = 4) -> Figures:
    figures = Figures()
    left = play_and_back_up(place, games, figures)
    shutil.rmtree(place.data)
    place.wipe()
    figures.kept = left.archive
    site = Folder(place.data, place.env)
    began = time.monotonic()
    done = site.manage("restore", str(left.archive))
    figures.restore = time.monotonic() - began
    assert done.returncode == 0, done.stderr
    figures.said = done.stdout.strip()
    site.shell(RUN_OUT.format(game=left.forgotten))
    look(place, left, figures)
    return figures


def play_and_back_up(place: Place, games: int, figures: Figures) -> Left:
    """Play so many games to their end and others meanwhile; the backup is made in the middle of it."""
    # Bots take their time, so that one is to move when the backup is made.
    with RunningSite(place.data, GENIAL_BOT_DELAY="10", **place.env) as site:
        tokens: dict[str, str] = json.loads(site.manage("shell", "-v", "0", "-c", MEET))
        ada, bob, cy, dot = (Person(site.url, tokens[name]) for name in NAMES)
        forgotten = ada.opens("koepfchen", {"open": True})
        bob.call(f"games/{forgotten}/join/", {})
        pairs = [Pair((ada, bob), RULES[:2]), Pair((cy, dot), RULES)]
        assert eventually(lambda: sum(len(pair.records) for pair in pairs) >= games or troubled(pairs), within=900)
        bots_turn = ada.opens("koepfchen", {"bot": "random"})
        ada.plays(ada.game(bots_turn))
        records = {game: record for pair in pairs for game, record in list(pair.records.items())}
        figures.finished, figures.turns_before = len(records), sum(pair.turns for pair in pairs)
        archive = back_up(site, figures)
        figures.turns_meanwhile = sum(pair.turns for pair in pairs) - figures.turns_before
        for pair in pairs:
            pair.stop()
    assert figures.turns_meanwhile > 0
    return Left(tokens, records, bots_turn, forgotten, archive)


def troubled(pairs: list[Pair]) -> bool:
    return any(pair.problem for pair in pairs)


def back_up(site: RunningSite, figures: Figures) -> Path:
    began = time.monotonic()
    site.manage("backup")
    figures.backup = time.monotonic() - began
    (made,) = (site.data / "backups").iterdir()
    figures.archive = made.stat().st_size
    elsewhere = site.data.with_name(made.name)
    made.rename(elsewhere)
    return elsewhere


def look(place: Place, left: Left, figures: Figures) -> None:
    """The site runs again, as if nothing had been."""
    with RunningSite(place.data, GENIAL_BOT_DELAY="0", **place.env) as site:
        began = time.monotonic()
        people = {name: Person(site.url, token) for name, token in left.tokens.items()}
        for game, record in left.records.items():
            assert people["ada"].record(game) == record
        sign_in(site.url, "ada", PASSWORD)
        # The queue that held these is gone: sweeps find them.
        ada = people["ada"]
        assert eventually(lambda: ada.game(left.bots_turn)["to_move"] == 0, within=UNTIL_BOTS_ARE_UP), site.said()
        figures.bot = time.monotonic() - began
        assert eventually(lambda: ada.game(left.forgotten)["status"] == "finished", within=90), site.said()
        figures.under_way = play_on(people)
        assert "agree with their log" in site.manage("verify_games")
        assert site.stop() == 0


def play_on(people: dict[str, Person]) -> int:
    """Every game that was under way can go on."""
    count = 0
    for host, guest in (("ada", "bob"), ("cy", "dot")):
        pair = (people[host], people[guest])
        for game in people[host].call("games/?mine=1&status=active")["results"]:
            if any(seat["bot"] for seat in game["seats"]):
                continue
            for _standing in turns(pair, game["id"]):
                pass
            assert complaint(json.dumps(people[host].record(game["id"]))) is None
            count += 1
    return count


def sign_in(url: str, name: str, password: str) -> None:
    """With a password, as people do: on the page, whatever its fields are called."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with opener.open(f"{url}/my/") as page:
        address, text = page.url, page.read().decode()
    (form,) = (form for form in re.findall(r"<form.*?</form>", text, re.DOTALL) if 'type="password"' in form)
    inputs = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) for tag in re.findall(r"<input[^>]*>", form)]
    typed = {"text": name, "email": name, "password": password}
    sent = {one["name"]: typed.get(one["type"], one.get("value", "")) for one in inputs if one["type"] != "checkbox"}
    request = urllib.request.Request(address, urllib.parse.urlencode(sent).encode(), {"Referer": address})
    with opener.open(request) as page:
        assert 'type="password"' not in page.read().decode(), "the password is not taken"
