"""How often the API asks the database; lists ask as often for many games as for few."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.services import lobby
from tests.api.callers import Caller
from tests.tables import fresh, open_table, play_on, running_game, some_turn


def queries(ask: Callable[[], Any]) -> int:
    ask()  # whose use is noted once a minute
    with CaptureQueriesContext(connection) as found:
        assert ask().status_code == 200
    return len(found)


@pytest.mark.parametrize("rules", ["genial", "genial-cards"])
def test_reading_a_game_takes_six_queries_at_most(
    users: list[User], ada: Caller, rules: str, django_assert_max_num_queries: Any
) -> None:
    public = {"series": 2} if rules == "genial-cards" else {}
    running = play_on(running_game(*users, rules=rules, **public), turns=5)
    waiting = open_table(users[1], *({"invite": user.username} for user in (users[0], users[2])), public=False)
    ada.get("me/")
    for game in (running, waiting):
        with django_assert_max_num_queries(6):
            assert ada.get(f"games/{game.pk}/").status_code == 200
    tag = ada.get(f"games/{running.pk}/")["ETag"]
    with django_assert_max_num_queries(6):
        assert ada.get(f"games/{running.pk}/", if_none_match=tag).status_code == 304


@pytest.mark.parametrize("rules", ["genial", "genial-3d", "genial-cards", "koepfchen"])
def test_a_turn_takes_twelve_queries_at_most(
    users: list[User], ada: Caller, rules: str, django_assert_max_num_queries: Any
) -> None:
    game = running_game(*users[:2], rules=rules, order="fixed")
    callers = {user.pk: Caller(user) for user in users[:2]}
    for number in range(6):
        found = fresh(game)
        assert found.mover_id
        caller = callers[found.mover_id]
        sent = {"version": found.version, "actions": some_turn(game)}
        caller.get("me/")
        with django_assert_max_num_queries(12):
            response = caller.post(f"games/{game.pk}/moves/", sent, idempotency_key=f"turn {number}")
        assert response.status_code == 201
        with django_assert_max_num_queries(12):
            assert caller.post(f"games/{game.pk}/moves/", sent, idempotency_key=f"turn {number}").status_code == 201


@pytest.mark.parametrize("address", ["games/", "games/?mine=1", "games/?open_for=me", "games/?to_move=me"])
def test_a_list_takes_as_many_queries_for_many_games_as_for_few(
    users: list[User], ada: Caller, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "OPEN_TABLES_EACH", 100)

    def some_games() -> None:
        running_game(*users[:2], order="fixed")
        running_game(*users, rules="genial-cards", series=2, order="fixed")
        open_table(users[1], {"invite": "ada"}, {"open": True}, {"bot": "greedy"})
        open_table(users[0], {"invite": "bob"}, {"invite": "carol"}, {"open": True})

    some_games()
    few = queries(lambda: ada.get(address))
    for _time in range(4):
        some_games()
    assert queries(lambda: ada.get(address)) == few <= 8


def test_a_series_takes_as_many_queries_for_many_games_as_for_few(users: list[User], ada: Caller) -> None:
    first = running_game(*users[:2], rules="genial-cards", series=3)
    few = queries(lambda: ada.get(f"series/{first.series_id}/"))
    play_on(first)
    assert queries(lambda: ada.get(f"series/{first.series_id}/")) == few <= 7


@pytest.mark.parametrize("name", ["moves", "legal", "record"])
def test_the_length_of_a_game_costs_no_queries(users: list[User], ada: Caller, name: str) -> None:
    game = running_game(*users[:2])
    few = queries(lambda: ada.get(f"games/{game.pk}/{name}/"))
    play_on(game, turns=12)
    assert queries(lambda: ada.get(f"games/{game.pk}/{name}/")) == few <= 6
