"""The front page, and the game against a bot that it starts."""

import re

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.bots.registry import on_offer
from games.engine.registry import RULES
from games.models import Game
from tests.tables import person

pytestmark = pytest.mark.django_db


def test_the_page_offers_every_game_and_every_strength(client: Client) -> None:
    page = client.get("/").content.decode()
    assert re.findall(r'name="rules" value="([\w-]+)"', page) == list(RULES)
    assert re.findall(r'<option value="([\w-]+)"', page) == [offer.key for offer in on_offer("genial")]
    for offer in on_offer("genial"):
        assert offer.description in page


def test_the_page_leads_to_all_that_there_is(client: Client) -> None:
    page = client.get("/").content.decode()
    for address in ("/account/sign-in/", "/account/sign-up/", "/lobby/", *(f"/games/{key}/" for key in RULES)):
        assert f'href="{address}"' in page


@pytest.mark.parametrize("rules", RULES)
def test_a_stranger_plays_at_once(client: Client, rules: str) -> None:
    response = client.post("/play/", {"rules": rules, "bot": "greedy"})
    game = Game.objects.get()
    assert response["Location"] == f"/table/{game.pk}/"
    assert game.rules_key == rules
    assert client.get(response["Location"]).status_code == 200
    assert game.host
    assert game.host.is_guest


def test_a_second_game_is_of_the_same_guest(client: Client) -> None:
    for _number in range(2):
        client.post("/play/", {"rules": "koepfchen", "bot": "greedy"})
    assert User.objects.count() == 1
    assert Game.objects.count() == 2


def test_somebody_who_has_signed_in_becomes_no_guest(client: Client) -> None:
    ada = person("ada")
    client.force_login(ada)
    client.post("/play/", {"rules": "koepfchen", "bot": "greedy"})
    assert Game.objects.get().host == ada


@pytest.mark.parametrize("wish", [{}, {"rules": "chess", "bot": "greedy"}, {"rules": "genial", "bot": "hal"}])
def test_a_wish_that_makes_no_sense_is_a_sentence_and_changes_nothing(client: Client, wish: dict[str, str]) -> None:
    response = client.post("/play/", wish)
    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_too_many_guests_get_a_sentence() -> None:
    for _number in range(settings.NEWCOMERS_AN_HOUR):
        Client().post("/play/", {"rules": "koepfchen", "bot": "greedy"})
    response = Client().post("/play/", {"rules": "koepfchen", "bot": "greedy"})
    assert response.status_code == 429
    assert "Many guests have come from your network" in response.content.decode()


def test_looking_starts_no_game(client: Client) -> None:
    assert client.get("/play/").status_code == 405
