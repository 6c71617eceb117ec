"""Everybody's finished games: narrowed down by the address, page by page."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services import departures
from tests.histories import alone, finished
from tests.pages.test_people import as_, look
from tests.tables import NOW, fresh, open_table, people, person, running_game

pytestmark = pytest.mark.django_db

LAST_YEAR = NOW - timedelta(days=365)


@pytest.fixture
def games() -> dict[str, Game]:
    """Ada's games, each of another kind."""
    ada, bob, cy = people("ada", "bob", "cy")

    def ended(loser: User, *players: User, at: Any = NOW, **wishes: Any) -> Game:
        game = running_game(*players, **wishes)
        departures.resign(game_id=game.pk, user=loser, now=at)
        return fresh(game)

    against_bot = open_table(ada, {"bot": "random"}, rules="koepfchen", order="fixed")
    departures.resign(game_id=against_bot.pk, user=ada, now=NOW)
    [solo] = alone(ada, [9] * 6, at=NOW)
    return {
        "won": ended(bob, ada, bob, rules="koepfchen"),
        "lost": ended(ada, ada, cy),
        "old": ended(bob, ada, bob, rules="genial-3d", at=LAST_YEAR),
        "rated": ended(bob, ada, bob, rules="genial-cards", rated=True),
        "bot": fresh(against_bot),
        "solo": solo,
    }


def shown(games: dict[str, Game], query: str, reader: User | None = None) -> set[str]:
    page = look(reader, f"/people/ada/games/?{query}")
    return {name for name, game in games.items() if f"/table/{game.pk}/replay/" in page}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", {"won", "lost", "old", "rated", "bot", "solo"}),
        ("rules=koepfchen", {"won", "bot"}),
        ("rules=genial", {"lost", "solo"}),  # and not genial-3d
        ("way=solo-1", {"solo"}),
        ("way=free-2&rules=genial", {"lost"}),
        ("outcome=won", {"won", "old", "rated"}),
        ("outcome=lost", {"lost", "bot"}),
        ("outcome=shared", set()),
        ("rated=yes", {"rated"}),
        ("rated=no&outcome=won", {"won", "old"}),
        ("company=bots", {"bot"}),
        ("company=people&outcome=lost", {"lost"}),
        ("played_with=BOB", {"won", "old", "rated"}),
        ("played_with=ada", set()),
        ("played_with=zoe", set()),
        ("since=2026-11-01", {"won", "lost", "rated", "bot", "solo"}),
        ("until=2026-11-01", {"old"}),
        ("since=2025-11-18&until=2025-11-18", {"old"}),
    ],
)
def test_a_list_is_narrowed_down(games: dict[str, Game], query: str, names: set[str]) -> None:
    assert shown(games, query) == names


def test_what_makes_no_sense_is_said_and_narrows_nothing(games: dict[str, Game]) -> None:
    assert shown(games, "rules=chess&since=yesterday&outcome=won") == {"won", "old", "rated"}
    page = look(None, "/people/ada/games/?rules=chess&since=yesterday")
    assert page.count('class="field-error"') == 2


def test_nothing_found_has_a_way_back(games: dict[str, Game]) -> None:
    assert "No finished game is like this." in look(None, "/people/ada/games/?outcome=shared")
    assert "cy has not finished a public game" not in look(None, "/people/cy/games/")
    person("dot")
    assert "dot has not finished a public game yet." in look(None, "/people/dot/games/")


def test_a_row_tells_the_result_and_leads_to_replay_and_record(games: dict[str, Game]) -> None:
    page = look(None, "/people/ada/games/?rules=koepfchen&outcome=won")
    game = games["won"]
    assert '<strong class="outcome">won</strong>' in page
    assert 'href="/people/bob/"' in page
    assert f'href="/table/{game.pk}/replay/"' in page
    assert f'href="/api/v1/games/{game.pk}/record/" download' in page
    assert 'href="/people/ada/"' in page  # the way back
    given_up = open_table(User.objects.get(username="ada"), mode="solo")
    departures.resign(game_id=given_up.pk, user=User.objects.get(username="ada"), now=NOW)
    assert "given up" in look(None, "/people/ada/games/?way=solo-1")


def test_pages_follow_each_other_latest_first() -> None:
    ada, bob = people("ada", "bob")
    made = finished(ada, [bob], 45, until=timezone.now(), rules_key="koepfchen")
    latest_first = [str(game.pk) for game in reversed(made)]
    found = []
    for number in (1, 2, 3):
        page = look(None, f"/people/ada/games/?rules=koepfchen&page={number}")
        found += re.findall(r'href="/table/([\w-]+)/replay/"', page)
        assert ("?rules=koepfchen&page=" in page) is True
    assert found == latest_first
    assert "45 games" in page
    assert re.search(r'class="change (up|down)"', page)


def test_a_request_of_htmx_gets_the_list_and_an_address_without_empty_fields(games: dict[str, Game]) -> None:
    scripted = {"HX-Request": "true"}
    answer = as_(None).get("/people/ada/games/?rules=koepfchen&way=&outcome=", headers=scripted)
    assert answer["HX-Push-Url"] == "/people/ada/games/?rules=koepfchen"
    assert "<form" not in answer.content.decode()
    assert (
        as_(None).get("/people/ada/games/?way=", headers={"HX-Request": "true"})["HX-Push-Url"] == "/people/ada/games/"
    )
