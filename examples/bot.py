"""A small bot for a Genial site. It needs Python and nothing else.

    GENIAL_TOKEN=... python3 examples/bot.py http://127.0.0.1:8000
    GENIAL_TOKEN=... python3 examples/bot.py http://127.0.0.1:8000 --rules koepfchen --against gentle --games 3

It waits for events of its account, and plays whenever it is its turn: of a few legal turns, chosen by chance, the one
that leaves it best off. With --games it opens games of its own, and ends when they have ended.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

TRIES = 12  # legal actions that it compares at each step of a turn
SILENCE = 60  # seconds; the site gives a sign of life every 20
BROKEN = (OSError, ValueError, http.client.HTTPException)  # no connection, or one that broke off
LONGEST_PAUSE = 30  # seconds between two attempts to reach a site that does not answer


class Refused(Exception):
    """The site understood, and said no."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code


class Site:
    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/") + "/api/v1/"
        self.token = token

    def request(self, path: str, data: Any = None, **headers: str) -> urllib.request.Request:
        body = None if data is None else json.dumps(data).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers}
        return urllib.request.Request(self.url + path, body, headers)

    def call(self, path: str, data: Any = None, key: str = "") -> Any:
        """Ask until there is an answer. What changes something is sent with a key, so that it counts once."""
        request = self.request(path, data, **({"Idempotency-Key": key} if key else {}))
        waits = pauses()
        while True:
            pause = next(waits)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as problem:
                with problem:
                    if problem.code == 429:  # too many requests: the site says how long to wait
                        pause = float(problem.headers.get("Retry-After", pause))
                    elif problem.code < 500:
                        raise refused(problem) from None
            except BROKEN:
                if data is not None and not key:
                    raise
            time.sleep(pause)

    def events(self) -> Iterator[tuple[str, str]]:
        """What happens to this account, for ever. After each (re)connection comes `connected`: something may have been
        missed. The site then tells of every game that waits for us."""
        waits = pauses()
        while True:
            try:
                with urllib.request.urlopen(self.request("events/"), timeout=SILENCE) as stream:
                    waits = pauses()
                    yield "connected", ""
                    yield from read_events(stream)
            except urllib.error.HTTPError as problem:
                with problem:
                    if problem.code != 429 and problem.code < 500:
                        raise refused(problem) from None
            except BROKEN:
                pass
            time.sleep(next(waits))


def pauses() -> Iterator[float]:
    """Seconds to wait: more and more, and never all bots at the same moment."""
    seconds = 0.5
    while True:
        yield seconds * random.uniform(0.5, 1.5)
        seconds = min(2 * seconds, LONGEST_PAUSE)


def refused(problem: urllib.error.HTTPError) -> Refused:
    try:
        said = json.load(problem)
    except ValueError:
        said = {}
    return Refused(problem.code, said.get("code", ""), said.get("detail", problem.reason))


def read_events(stream: Any) -> Iterator[tuple[str, str]]:
    """Server-sent events: lines of `name: value`, an empty line after each event, comments begin with a colon."""
    event = data = ""
    for line in stream:
        name, _colon, value = line.decode().rstrip("\n").partition(":")
        if name == "event":
            event = value.strip()
        elif name == "data":
            data = value.strip()
        elif not name and not value and event:
            yield event, json.loads(data)["game"]
            event = data = ""


# --- playing ---------------------------------------------------------------------------------------


def play(site: Site, game_id: str) -> None:
    """Play in this game as long as it is our turn."""
    while True:
        game = site.call(f"games/{game_id}/")
        if game["status"] != "active" or game["to_move"] != game["my_seat"]:
            return
        turn = choose(site, game)
        try:
            site.call(
                f"games/{game_id}/moves/",
                {"version": game["version"], "actions": turn},
                key=f"{game_id} {game['version']}",
            )
        except Refused as refusal:
            if refusal.status != 409:
                raise
            # `stale`, `not_your_turn` or `game_over`: the table has moved on, so look again.


def choose(site: Site, game: dict[str, Any]) -> list[dict[str, Any]]:
    """A whole turn, action by action: of some that are legal, the one after which we stand best."""
    turn: list[dict[str, Any]] = []
    while True:
        legal = site.call(f"games/{game['id']}/legal/?" + urllib.parse.urlencode({"actions": json.dumps(turn)}))
        if legal["complete"]:
            return turn
        tries = random.sample(legal["actions"], min(TRIES, len(legal["actions"])))
        turn.append(max(tries, key=lambda action: standing(site, game, [*turn, action])))


def standing(site: Site, game: dict[str, Any], turn: list[dict[str, Any]]) -> list[int]:
    """How we stand after a draft: points, or the colours with the lowest first."""
    after = site.call(f"games/{game['id']}/preview/", {"actions": turn}, key="preview")
    seat = game["my_seat"]
    if "scores" in after:
        return [after["scores"][seat]]
    side = after["view"].get("side_of", range(4))[seat]
    return sorted(after["tracks"][side].values())


# --- living ----------------------------------------------------------------------------------------


def open_table(site: Site, rules: str, against: str) -> str:
    wish = {"rules": rules, "seats": [{"me": True}, {"bot": against}], "client_seed": f"{random.getrandbits(64):x}"}
    return str(site.call("games/", wish)["id"])


def live(site: Site, mine: set[str]) -> None:
    """Answer events; with games of our own, until the last of them has ended."""
    endless = not mine
    for event, game_id in site.events():
        if event == "connected":
            ended = {own for own in mine if site.call(f"games/{own}/")["status"] == "finished"}
        else:
            ended = {game_id} if event == "game_finished" else set()
        if event == "your_turn":
            play(site, game_id)
        for own in sorted(ended & mine):
            tell(site.call(f"games/{own}/"))
        mine -= ended
        if not mine and not endless:
            return


def tell(game: dict[str, Any]) -> None:
    places = game["result"]["places"]
    print(f"{game['id']}: place {places[game['my_seat']]} of {len(places)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", help="the address of the site")
    parser.add_argument("--rules", default="genial", help="genial, genial-3d, genial-cards or koepfchen")
    parser.add_argument("--against", default="gentle", help="the bot of the site to play against")
    parser.add_argument("--games", type=int, default=0, help="how many games to open; 0: only answer others, for ever")
    arguments = parser.parse_args()
    token = os.environ.get("GENIAL_TOKEN", "")
    if not token:
        sys.exit("Set GENIAL_TOKEN; you make a token on your account page.")
    site = Site(arguments.url, token)
    try:
        live(site, {open_table(site, arguments.rules, arguments.against) for _ in range(arguments.games)})
    except Refused as refusal:
        sys.exit(f"The site refuses: {refusal}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
