"""Ratings by the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Rating, RatingChange
from games.services.ratings.entering import catch_up
from tests.api.callers import Caller, code
from tests.ratings import GENIAL, ended, rated, store
from tests.tables import NOW, running_game, some_turn

pytestmark = pytest.mark.django_db


def test_a_profile_has_ratings_and_a_history(users: list[User], nobody: Caller) -> None:
    ada, bob, _carol = users
    first = rated([ada, bob], [1, 2])
    rated([ada, bob], [2, 1], NOW + timedelta(days=1))
    [rating] = nobody.get("users/ada/").json()["ratings"]
    assert (rating["rules"], rating["pool"], rating["games"], rating["provisional"]) == ("genial", "people", 2, True)
    history = nobody.get("users/ada/ratings/").json()
    assert (history["name"], history["pool"], list(history["ratings"])) == ("ada", "people", ["genial"])
    one, two = history["ratings"]["genial"]
    assert one == {
        "at": "2026-11-18T08:00:00Z",
        "rating": 1579,
        "spread": 474,
        "provisional": True,
        "change": 79,
        "game": str(first.pk),
    }
    assert two["rating"] == rating["rating"]
    assert nobody.get("users/carol/ratings/").json()["ratings"] == {}
    assert nobody.get("users/nobody/ratings/").status_code == 404


def test_a_history_can_be_narrowed(users: list[User], nobody: Caller) -> None:
    ada, bob, _carol = users
    rated([ada, bob], [1, 2])
    rated([ada, bob], [1, 2], NOW + timedelta(days=1), rules_key="koepfchen")
    rated([ada, "steady"], [1, 2], NOW + timedelta(days=2))

    def found(query: str) -> dict[str, int]:
        ratings = nobody.get(f"users/ada/ratings/?{query}").json()["ratings"]
        return {key: len(points) for key, points in ratings.items()}

    assert found("") == {"genial": 1, "koepfchen": 1}
    assert found("rules=koepfchen") == {"koepfchen": 1}
    assert found("pool=bots") == {"genial": 1}
    assert found("before=2026-11-19T08:00:00Z") == {"genial": 1}
    assert found("before=2026-11-19T08:00:00%2B01:00") == {"genial": 1}


@pytest.mark.parametrize("query", ["pool=dogs", "rules=chess", "before=yesterday", "before=2026-13-45T00:00:00Z"])
def test_what_cannot_be_read_is_refused(users: list[User], nobody: Caller, query: str) -> None:
    answer = nobody.get(f"users/ada/ratings/?{query}")
    assert (answer.status_code, code(answer)) == (400, "malformed")


def test_a_history_is_bounded_and_asks_four_questions(
    users: list[User], nobody: Caller, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.api.ratings.POINTS", 3)
    store(ended(users[:2], [1, 2], NOW + timedelta(days=number)) for number in range(8))
    catch_up(ledger=GENIAL)
    with django_assert_max_num_queries(6):
        points = nobody.get("users/ada/ratings/").json()["ratings"]["genial"]
    assert [point["at"][:10] for point in points] == ["2026-11-23", "2026-11-24", "2026-11-25"]


def test_the_leaderboard_can_be_read(users: list[User], nobody: Caller) -> None:
    for at, user in enumerate(users):
        Rating.objects.create(
            user=user, rules_key="genial", pool="people", mu=30 - at, sigma=2, games=20, last_at=timezone.now()
        )
    answer = nobody.get("ratings/genial/?page_size=2").json()
    assert [(row["place"], row["name"], row["rating"]) for row in answer["results"]] == [
        (1, "ada", 1650),
        (2, "bob", 1620),
    ]
    assert [row["place"] for row in nobody.get("ratings/genial/?page_size=2&page=2").json()["results"]] == [3]
    assert nobody.get("ratings/genial/?pool=bots").json()["count"] == 0
    assert nobody.get("ratings/chess/").status_code == 404
    assert code(nobody.get("ratings/genial/?pool=dogs")) == "malformed"


def test_private_ratings_are_their_owners_alone(users: list[User], ada: Caller, nobody: Caller) -> None:
    user, bob, _carol = users
    rated([user, bob], [1, 2])
    assert ada.patch("me/", {"ratings_private": True}).json()["ratings_private"] is True
    assert nobody.get("users/ada/").json()["ratings"] == []
    assert nobody.get("users/ada/ratings/").json()["ratings"] == {}
    assert len(ada.get("users/ada/").json()["ratings"]) == 1
    assert len(ada.get("users/ada/ratings/").json()["ratings"]["genial"]) == 1
    assert code(ada.patch("me/", {"ratings_private": "yes"})) == "malformed"


def test_a_rated_game_tells_ratings_and_what_it_did_to_them(users: list[User], ada: Caller, nobody: Caller) -> None:
    game = running_game(*users[:2], rated=True, order="fixed")
    seats = nobody.get(f"games/{game.pk}/").json()["seats"]
    assert seats[0]["rating"] == {"rating": 1500, "spread": 490, "provisional": True}
    before = nobody.get(f"games/{game.pk}/")["ETag"]
    rated(users[:2], [1, 2], NOW - timedelta(days=1))
    after = nobody.get(f"games/{game.pk}/")
    assert after["ETag"] != before
    assert after.json()["seats"][0]["rating"]["rating"] == 1579
    ada.post(f"games/{game.pk}/resign/")
    assert nobody.get(f"games/{game.pk}/").json()["seats"][0]["rating_change"] is None
    catch_up(ledger=GENIAL)
    change = nobody.get(f"games/{game.pk}/").json()["seats"][0]["rating_change"]
    assert (change["before"], change["weight"], change["why"]["left"]) == (1579, 0.25, "resign")
    assert change["change"] == change["after"] - 1579 < 0
    assert RatingChange.objects.filter(game=game).count() == 2


def test_unrated_games_tell_none(users: list[User], nobody: Caller) -> None:
    rated(users[:2], [1, 2])
    game = running_game(*users[:2])
    assert [seat["rating"] for seat in nobody.get(f"games/{game.pk}/").json()["seats"]] == [None, None]


def test_a_turn_of_a_rated_game_takes_twelve_queries_at_most(
    users: list[User], django_assert_max_num_queries: Any
) -> None:
    game = running_game(*users[:2], rated=True, order="fixed")
    caller = Caller(users[0])
    caller.get("me/")
    sent = {"version": 0, "actions": some_turn(game)}
    with django_assert_max_num_queries(12):
        assert caller.post(f"games/{game.pk}/moves/", sent, idempotency_key="once").status_code == 201


def test_games_alone_are_not_rated(ada: Caller) -> None:
    answer = ada.post("games/", {"rules": "genial", "mode": "solo", "seats": [{"me": True}], "rated": True})
    assert (answer.status_code, answer.json()["detail"]) == (400, "Games alone are not rated.")
