"""People who play over the API, as quickly as it answers."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from random import Random
from threading import Event, Thread
from typing import Any


class Person:
    """Whoever holds that token."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = f"{url}/api/v1/", token
        self.random = Random(token)

    def call(self, path: str, data: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = None if data is None else json.dumps(data).encode()
        while True:
            try:
                request = urllib.request.Request(self.url + path, body, headers)
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as problem:
                if problem.code != 429:
                    raise AssertionError(f"{path}: {problem.read().decode()}") from problem
                time.sleep(float(problem.headers["Retry-After"]))

    def game(self, game: str) -> dict[str, Any]:
        return dict(self.call(f"games/{game}/"))

    def record(self, game: str) -> dict[str, Any]:
        return dict(self.call(f"games/{game}/record/"))

    def opens(self, rules: str, *seats: dict[str, Any]) -> str:
        wishes = {"rules": rules, "seats": [{"me": True}, *seats], "order": "fixed", "public": True}
        return str(self.call("games/", wishes)["id"])

    def plays(self, game: dict[str, Any]) -> dict[str, Any]:
        """One turn, by chance; returns the game as it stands then."""
        turn: list[Any] = []
        while True:
            draft = urllib.parse.urlencode({"actions": json.dumps(turn)})
            legal = self.call(f"games/{game['id']}/legal/?{draft}")
            if legal["complete"]:
                break
            turn.append(self.random.choice(legal["actions"]))
        return dict(self.call(f"games/{game['id']}/moves/", {"version": game["version"], "actions": turn}))


def turns(people: tuple[Person, ...], game: str) -> Iterator[dict[str, Any]]:
    """Play that game on; after each turn, the game as it stands."""
    standing = people[0].game(game)
    while standing["status"] == "active":
        standing = people[standing["to_move"]].plays(standing)
        yield standing


class Pair(Thread):
    """Two who play one game after another until somebody says stop."""

    def __init__(self, people: tuple[Person, Person], rules: tuple[str, ...]) -> None:
        super().__init__(daemon=True)
        self.people, self.rules = people, rules
        self.stopped = Event()
        self.turns = 0
        self.records: dict[str, dict[str, Any]] = {}
        self.problem: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            while not self.stopped.is_set():
                self.play_one(self.rules[len(self.records) % len(self.rules)])
        except Exception as problem:  # noqa: BLE001  # for whoever waits for us
            self.problem = problem

    def play_one(self, rules: str) -> None:
        host, guest = self.people
        game = host.opens(rules, {"open": True})
        guest.call(f"games/{game}/join/", {})
        for _standing in turns(self.people, game):
            self.turns += 1
            if self.stopped.is_set():
                return
        self.records[game] = host.record(game)

    def stop(self) -> None:
        self.stopped.set()
        self.join()
        if self.problem:
            raise self.problem
