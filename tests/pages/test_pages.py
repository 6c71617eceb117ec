import re

import pytest
from django.test import Client

from games.engine.registry import RULES
from games.pages.catalogue import entries, players

from .addresses import FORMS, LISTS, PAGES


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize(
    "address", [*PAGES, *FORMS, *(pytest.param(address, marks=pytest.mark.django_db) for address in LISTS)]
)
def test_a_page_answers_in_the_readers_language(client: Client, address: str, language: str) -> None:
    response = client.get(address, headers={"accept-language": language})
    page = response.content.decode()
    assert response.status_code == 200
    assert f'<html lang="{language}"' in page
    assert page.count("<h1") == 1


@pytest.mark.parametrize(
    ("language", "headline"),
    [("en", "a turn tomorrow"), ("de", "morgen ein Zug"), ("nl", "morgen een beurt")],
)
def test_the_front_page_speaks_three_languages(client: Client, language: str, headline: str) -> None:
    assert headline in client.get("/", headers={"accept-language": language}).content.decode()


def test_the_front_page_presents_every_game(client: Client) -> None:
    page = client.get("/").content.decode()
    for rules in RULES.values():
        assert f'href="/games/{rules.key}/"' in page
        assert rules.title in page


def test_player_counts_come_from_the_rules() -> None:
    assert {entry.key: entry.players for entry in entries()} == {
        "genial": "1 to 4 players",
        "genial-3d": "1 to 4 players",
        "genial-cards": "2 to 4 players",
        "koepfchen": "2 to 4 players",
    }
    assert players([1]) == "1 player"
    assert players([4]) == "4 players"


def test_a_game_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/games/chess/").status_code == 404


@pytest.mark.parametrize("address", PAGES)
def test_no_number_in_a_picture_is_written_in_german(client: Client, address: str) -> None:
    page = client.get(address, headers={"accept-language": "de"}).content.decode()
    lengths = re.findall(r' (?:r|x|y|cx|cy|width|height|stroke-width)="([^"]*)"', page)
    assert lengths
    assert not [length for length in lengths if not re.fullmatch(r"-?\d+(\.\d+)?", length)]


@pytest.mark.parametrize("address", PAGES)
def test_every_symbol_in_use_is_in_the_set(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    used = set(re.findall(r'href="#(symbol-\w)"', page))
    assert used
    assert used <= set(re.findall(r'<symbol id="(symbol-\w)"', page))


def test_robots_are_told_where_not_to_go(client: Client) -> None:
    response = client.get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert "Disallow: /admin/" in response.content.decode()


def test_the_old_favicon_address_leads_to_the_icon(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/icons/favicon.ico"
