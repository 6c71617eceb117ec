"""Whole games over HTTP by programs that know nothing but the API."""

import json
import random
from typing import Any
from urllib.parse import quote

import pytest

from games.engine.record import read_record
from games.engine.registry import RULES
from games.engine.verify import verify
from tests.api.callers import Caller
from tests.tables import people

TABLES = [(rules.key, mode, max(variant.seats)) for rules in RULES.values() for mode, variant in rules.variants.items()]


def draft_turn(caller: Caller, address: str, rng: random.Random) -> list[dict[str, Any]]:
    """Action by action from what is legal, until the draft may be sent."""
    actions: list[dict[str, Any]] = []
    while True:
        legal = caller.get(f"{address}legal/?actions={quote(json.dumps(actions))}").json()
        if legal["complete"] and (not legal["actions"] or rng.random() < 0.5):
            return actions
        actions.append(rng.choice(legal["actions"]))


@pytest.mark.django_db
@pytest.mark.parametrize(("rules", "mode", "seats"), TABLES)
def test_a_game_is_played_to_its_end_and_its_record_verified(rules: str, mode: str, seats: int) -> None:
    callers = {user.username: Caller(user) for user in people("ada", "bob", "carol", "dora")[:seats]}
    ada, *others = callers.values()
    table = {"rules": rules, "mode": mode, "seats": [{"me": True}, *({"open": True} for _other in others)]}
    game = ada.post("games/", {**table, "client_seed": "ada's"}).json()
    address = f"games/{game['id']}/"
    for other in others:
        assert game["status"] == "open"
        game = other.post(f"{address}join/", {"client_seed": "seed"}).json()
    rng = random.Random(f"{rules} {mode}")
    while game["status"] == "active":
        caller = callers[game["seats"][game["to_move"]]["name"]]
        actions = draft_turn(caller, address, rng)
        if rng.random() < 0.2:
            assert caller.post(f"{address}preview/", {"actions": actions}).json()["complete"]
        response = caller.post(f"{address}moves/", {"version": game["version"], "actions": actions})
        assert response.status_code == 201, response.content
        before, game = game["version"], response.json()
        assert game["version"] > before
    record = Caller().get(f"{address}record/").json()
    verify(read_record(record))
    log = ada.get(f"{address}moves/").json()
    for move in log:
        move["actions"] = [{"type": "swap"} if action["type"] == "swap" else action for action in move["actions"]]
    assert log == record["moves"]
    assert record["result"] == game["result"]
    assert len(record["moves"]) == game["version"]
