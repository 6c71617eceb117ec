"""Hints at the table and the review after it, as people see them."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game, Hint, Review
from tests.tables import fresh, hint_of, mover, people, person, play_on, reviewed, running_game, somebody_at, table_of

pytestmark = pytest.mark.django_db


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def game() -> Game:
    return running_game(*people("ada", "bob"))


def page(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_is_to_move_may_ask_and_then_sees_that_a_bot_thinks(game: Game) -> None:
    client = client_of(mover(game))
    assert "Ask for a hint" in page(client, f"/table/{game.pk}/")
    answer = client.post(f"/table/{game.pk}/hint/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/table/{game.pk}/#hint"
    assert "A bot looks at your position" in page(client, f"/table/{game.pk}/")


def test_a_hint_can_be_laid_out(game: Game) -> None:
    cells = [[1, -5], [2, -5]]
    rack = table_of(game).state.racks[table_of(game).state.seat]
    action = {"type": "place", "tile": rack[0], "cells": cells}
    hint_of(game, choices=[{"actions": [action], "worth": 0.614}])
    shown = page(client_of(mover(game)), f"/table/{game.pk}/hint/", hx_request="true")
    assert f"{rack[0]} a2 a3" in shown
    assert "61 % of the win" in shown
    assert f"?draft={rack[0]}+a2+a3" in shown


def test_nobody_else_sees_a_hint(game: Game) -> None:
    hint_of(game, choices=[{"actions": [{"type": "swap"}], "worth": 0.4321}])
    others = [player.user for player in table_of(game).players if player.user != mover(game)]
    for user in (*others, person("stranger")):
        client = client_of(user)
        for address in (f"/table/{game.pk}/", f"/table/{game.pk}/hint/"):
            shown = client.get(address, headers={"HX-Request": "true"}).content.decode()
            assert "43 % of the win" not in shown
            assert "Ask for a hint" not in shown


def test_rated_games_offer_no_hint() -> None:
    game = running_game(*people("ada", "bob"), rated=True)
    client = client_of(mover(game))
    assert "Ask for a hint" not in page(client, f"/table/{game.pk}/")
    client.post(f"/table/{game.pk}/hint/")
    assert not Hint.objects.exists()


def test_a_running_game_is_not_reviewed(game: Game) -> None:
    client = client_of(mover(game))
    assert "once it is over" in page(client, f"/table/{game.pk}/review/")
    assert client.post(f"/table/{game.pk}/review/").status_code == 409
    assert not Review.objects.exists()


def test_a_review_is_asked_for_by_people_who_have_signed_in(game: Game) -> None:
    over = play_on(game)
    assert "/account/sign-in/" in Client().post(f"/table/{over.pk}/review/")["Location"]
    client = client_of(somebody_at(over))
    assert "Review this game" in page(client, f"/table/{over.pk}/review/")
    client.post(f"/table/{over.pk}/review/")
    shown = page(client, f"/table/{over.pk}/review/")
    assert f"Turn 0 of {over.version}" in shown
    assert "<progress" in shown


@pytest.mark.parametrize("rules", ["genial", "genial-3d", "genial-cards", "koepfchen"])
def test_a_review_shows_every_turn_and_where_the_game_turned(rules: str) -> None:
    over = play_on(running_game(*people("ada", "bob"), rules=rules))
    turns = reviewed(over).turns
    shown = page(Client(), f"/table/{over.pk}/review/")
    assert shown.count("<circle") >= len(turns)
    assert "was worth 30.0 % more" in shown
    assert "+12.5 %" in shown
    beside = page(Client(), f"/table/{over.pk}/replay/?turn=3")
    assert "was worth 30.0 % more" in beside
    assert "The whole review" in beside


def test_the_replay_offers_a_review(game: Game) -> None:
    over = fresh(play_on(game))
    assert "Review this game" in page(Client(), f"/table/{over.pk}/replay/")
