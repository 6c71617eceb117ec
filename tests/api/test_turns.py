"""Sending turns: stale, double, out of turn, too late, and nonsense."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Move
from tests.api.callers import Caller, code
from tests.tables import fresh, play_on, running_game, some_turn


@pytest.fixture
def game(users: list[User]) -> Game:
    """Ada is to move, then bob."""
    return running_game(*users[:2], order="fixed")


def turn(game: Game) -> dict[str, Any]:
    return {"version": fresh(game).version, "actions": some_turn(game)}


def test_a_turn_is_answered_with_the_game_as_it_then_stands(game: Game, ada: Caller) -> None:
    response = ada.post(f"games/{game.pk}/moves/", turn(game))
    assert response.status_code == 201
    assert response.json() == ada.get(f"games/{game.pk}/").json()
    assert response.json()["version"] == 1
    assert response.json()["to_move"] == 1


def test_a_stale_turn_is_refused(game: Game, ada: Caller, bob: Caller) -> None:
    sent = turn(game)
    ada.post(f"games/{game.pk}/moves/", sent)
    response = ada.post(f"games/{game.pk}/moves/", sent)
    assert (response.status_code, code(response)) == (409, "stale")
    assert "1" in response.json()["detail"]
    for version in (0, 2, 10**30, -1):
        assert code(bob.post(f"games/{game.pk}/moves/", {**turn(game), "version": version})) == "stale"
    assert Move.objects.count() == 1


def test_the_same_submission_gets_the_first_answer_again(game: Game, ada: Caller, bob: Caller) -> None:
    sent = turn(game)
    first = ada.post(f"games/{game.pk}/moves/", sent, idempotency_key="one")
    bob.post(f"games/{game.pk}/moves/", turn(game))
    again = ada.post(f"games/{game.pk}/moves/", sent, idempotency_key="one")
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert Move.objects.count() == 2


def test_a_key_stands_for_one_submission_of_one_player(game: Game, ada: Caller, bob: Caller) -> None:
    sent = turn(game)
    ada.post(f"games/{game.pk}/moves/", sent, idempotency_key="one")
    other = {**sent, "actions": sent["actions"][:0]}
    assert code(ada.post(f"games/{game.pk}/moves/", other, idempotency_key="one")) == "malformed"
    assert bob.post(f"games/{game.pk}/moves/", turn(game), idempotency_key="one").status_code == 201


def test_a_refused_turn_leaves_its_key_unused(game: Game, ada: Caller) -> None:
    assert code(ada.post(f"games/{game.pk}/moves/", {**turn(game), "version": 9}, idempotency_key="one")) == "stale"
    assert ada.post(f"games/{game.pk}/moves/", turn(game), idempotency_key="one").status_code == 201


@pytest.mark.parametrize("key", ["x" * 256, "é", "\x7f"])
def test_a_key_is_plain_text(game: Game, ada: Caller, key: str) -> None:
    assert code(ada.post(f"games/{game.pk}/moves/", turn(game), idempotency_key=key)) == "malformed"


def test_nobody_plays_out_of_turn(game: Game, bob: Caller) -> None:
    for name, sent in (("moves", turn(game)), ("preview", {"actions": turn(game)["actions"]})):
        response = bob.post(f"games/{game.pk}/{name}/", sent)
        assert (response.status_code, code(response)) == (409, "not_your_turn")


def test_nobody_plays_on_after_the_end(game: Game, ada: Caller) -> None:
    sent = turn(game)
    play_on(game)
    for name in ("moves", "preview"):
        response = ada.post(f"games/{game.pk}/{name}/", sent)
        assert (response.status_code, code(response)) == (409, "game_over")
    assert ada.get(f"games/{game.pk}/legal/").json() == {"actions": [], "complete": False}


@pytest.mark.parametrize("version", [True, False, None, "0", 0.0, [0], {}])
def test_a_version_is_a_whole_number(game: Game, ada: Caller, version: object) -> None:
    response = ada.post(f"games/{game.pk}/moves/", {**turn(game), "version": version})
    assert (response.status_code, code(response)) == (400, "malformed")


@pytest.mark.parametrize("actions", [None, {}, "place", 3, [3], [None], [[]], [{}], [{"type": "resign"}]])
def test_actions_are_a_list_of_actions(game: Game, ada: Caller, actions: object) -> None:
    for name in ("moves", "preview"):
        response = ada.post(f"games/{game.pk}/{name}/", {"version": 0, "actions": actions})
        assert (response.status_code, code(response)) == (400, "malformed")


def test_a_turn_ends_where_it_ends(game: Game, ada: Caller) -> None:
    actions = turn(game)["actions"]
    for sent, name in (([], "turn_incomplete"), (actions * 2, "turn_over"), ([wrong_tile(actions)], "illegal")):
        response = ada.post(f"games/{game.pk}/moves/", {"version": 0, "actions": sent})
        assert response.status_code == 422
        assert code(response) in (name, "illegal")
    assert fresh(game).version == 0


def wrong_tile(actions: list[dict[str, Any]]) -> dict[str, Any]:
    return {**actions[0], "cells": [[0, 0], [3, 0]]}


def test_a_preview_changes_nothing(game: Game, ada: Caller) -> None:
    before = Game.objects.values().get()
    preview = ada.post(f"games/{game.pk}/preview/", {"actions": turn(game)["actions"]}).json()
    assert preview["complete"]
    assert len(preview["gains"]) == len(preview["view"]["placed"]) == 1
    assert Game.objects.values().get() == before


def test_a_draft_in_the_query_is_read_like_a_body(game: Game, ada: Caller) -> None:
    for draft in ("[", "[NaN]", "[1e999]", '["%00"]', '["\\u0000"]', "[" * 5000, '{"a":1}', "[{}]"):
        response = ada.get(f"games/{game.pk}/legal/?actions={draft}")
        assert (response.status_code, code(response)) == (400, "malformed")
    assert ada.get(f"games/{game.pk}/legal/?actions=").json() == ada.get(f"games/{game.pk}/legal/").json()


def test_whoever_waits_has_nothing_to_do(game: Game, bob: Caller) -> None:
    assert bob.get(f"games/{game.pk}/legal/").json() == {"actions": [], "complete": False}


def test_a_refusal_is_said_in_the_readers_language(game: Game, bob: Caller) -> None:
    for language, sentence in (("en", "It is not your turn."), ("de", "Du bist nicht am Zug."), ("nl", "")):
        response = bob.post(f"games/{game.pk}/moves/", turn(game), accept_language=language)
        assert response["Content-Language"] == language
        assert sentence in response.json()["detail"]
    assert response.json()["detail"] != "It is not your turn."
