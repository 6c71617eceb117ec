"""Leaderboards, one's own ratings, and ratings at tables; nothing of those who keep theirs private."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Pool, Rating
from games.services import departures
from games.services.ratings.entering import catch_up
from tests.pages.looking import look
from tests.ratings import GENIAL, rated
from tests.tables import NOW, fresh, mover, open_table, people, person, play_on, running_game

pytestmark = pytest.mark.django_db


def page(client: Client, address: str, **query: str) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def rate(user: User | str, mu: float = 30.0, **fields: Any) -> Rating:
    """A rating that is listed, unless it is said to be otherwise."""
    whose = {"bot": user} if isinstance(user, str) else {"user": user}
    usual = {"rules_key": "genial", "pool": Pool.PEOPLE, "sigma": 2.0, "games": 30, "last_at": timezone.now()}
    return Rating.objects.create(**whose, mu=mu, **usual | fields)


def listed(client: Client, address: str = "/ratings/genial/", **query: str) -> list[str]:
    table = page(client, address, **query).partition("<tbody>")[2].partition("</tbody>")[0]
    return re.findall(r"</svg> ?<span>([^<]*)</span>", table)


# --- leaderboards ------------------------------------------------------------------------------


def test_the_best_come_first(client: Client) -> None:
    for name, mu in (("ada", 30), ("bob", 35), ("cy", 25)):
        rate(person(name), mu)
    assert listed(client) == ["bob", "ada", "cy"]
    content = page(client, "/ratings/genial/")
    assert '<span class="rating">1800</span> <span class="muted spread">± 118</span>' in content


@pytest.mark.parametrize(
    "fields",
    [
        {"sigma": 5.01},
        {"games": 9},
        {"last_at": timezone.now() - timedelta(days=91)},
        {"rules_key": "koepfchen"},
        {"pool": Pool.BOTS},
    ],
    ids=["unsure", "few games", "away", "another game", "with bots"],
)
def test_listed_are_sure_ratings_of_those_who_still_play(client: Client, fields: dict[str, Any]) -> None:
    rate(person("ada"))
    rate(person("bob"), **fields)
    assert listed(client) == ["ada"]


def test_who_keeps_ratings_private_or_has_gone_is_not_listed(client: Client) -> None:
    ada, bob, cy = people("ada", "bob", "cy")
    for user in (ada, bob, cy):
        rate(user)
    User.objects.filter(pk=bob.pk).update(ratings_private=True)
    User.objects.filter(pk=cy.pk).update(is_active=False)
    assert listed(client) == ["ada"]
    assert "bob" not in page(client, "/ratings/")
    assert "You are not listed: you keep your ratings private." in page(signed_in(bob), "/ratings/genial/")


def test_bots_stand_among_those_who_play_with_them(client: Client) -> None:
    rate(person("ada"), 28, pool=Pool.BOTS)
    rate("steady", 31, pool=Pool.BOTS)
    assert listed(client, pool="bots") == ["Steady bot", "ada"]
    assert listed(client, pool="nonsense") == []


def test_everybody_is_told_their_own_place_or_why_they_have_none() -> None:
    ada, bob, cy, dot = people("ada", "bob", "cy", "dot")
    rate(ada, 30)
    rate(bob, 40)
    rate(cy, 50, games=3, sigma=7)
    assert "You are number 2:" in page(signed_in(ada), "/ratings/genial/")
    assert "that takes 10 games that count" in page(signed_in(cy), "/ratings/genial/")
    assert "Your rating" not in page(signed_in(dot), "/ratings/genial/")


def test_a_long_leaderboard_has_pages_and_asks_as_often_as_a_short_one(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    users = User.objects.bulk_create([User(username=f"user{number}") for number in range(60)])
    Rating.objects.bulk_create(
        Rating(user=user, rules_key="genial", pool="people", mu=40 - at / 10, sigma=2, games=20, last_at=timezone.now())
        for at, user in enumerate(users)
    )
    with django_assert_max_num_queries(3):
        assert len(listed(client)) == 50
    assert listed(client, page="2") == [f"user{number}" for number in range(50, 60)]
    assert '<td class="number">51</td>' in page(client, "/ratings/genial/", page="2")


def test_there_is_no_leaderboard_of_a_game_that_there_is_not(client: Client) -> None:
    assert client.get("/ratings/chess/").status_code == 404


def test_the_first_page_states_the_rules(client: Client) -> None:
    content = page(client, "/ratings/")
    for words in ("Everybody starts at 1500", "12 games of the same people within 30 days", "one in the last 90 days"):
        assert words in content


# --- one's own ---------------------------------------------------------------------------------


def test_my_ratings_tell_game_by_game_why() -> None:
    ada, bob = people("ada", "bob")
    rated([ada, bob], [1, 2])
    rated([ada, bob], [2, 1], NOW + timedelta(days=1), left={0: "timeout"}, uncounted=[0])
    content = page(signed_in(ada), "/my/ratings/")
    assert "1 game has counted so far." in content
    assert '<span class="change up">+79</span>' in content
    assert "Did not count: another time-out on the same day did already." in content
    assert '<span class="change same">±0</span>' in content
    theirs = page(signed_in(bob), "/my/ratings/")
    assert "All others left. Somebody left before playing 2 turns." in re.sub("</?span>", "", theirs)
    assert "So it counted only ¼." in theirs


def test_who_has_no_rating_yet_is_told_how_to_get_one() -> None:
    assert "You have no rating yet." in page(signed_in(person("ada")), "/my/ratings/")
    assert Client().get("/my/ratings/").status_code == 302


def test_ratings_are_made_private_and_public_again() -> None:
    ada = person("ada")
    client = signed_in(ada)
    for sent, private in (("yes", True), ("no", False)):
        assert client.post("/my/ratings/privacy/", {"private": sent}).status_code == 302
        ada.refresh_from_db()
        assert ada.ratings_private is private
    assert client.get("/my/ratings/privacy/").status_code == 405
    assert Client().post("/my/ratings/privacy/", {"private": "yes"}).status_code == 302


# --- at tables ---------------------------------------------------------------------------------


def test_ratings_stand_beside_names_at_rated_tables_alone(client: Client) -> None:
    ada, bob = people("ada", "bob")
    rate(ada, 31.0)
    unrated, at_stake = (open_table(ada, {"open": True}, rated=wish) for wish in (False, True))
    assert "1680" not in look(client, unrated)
    assert "1680" in look(client, at_stake)
    assert "1680" in page(client, "/lobby/")
    running = running_game(ada, bob, rated=True)
    content = look(client, running)
    assert "1680" in content
    assert "1500?" in content  # bob's, who has not played yet
    assert "It counts for the ratings." in content


def test_private_ratings_stand_beside_no_name_but_for_their_owner(client: Client) -> None:
    ada, bob = people("ada", "bob")
    User.objects.filter(pk=ada.pk).update(ratings_private=True)
    rate(ada, 31.0)
    waiting = open_table(ada, {"open": True}, rated=True)
    running = running_game(ada, bob, rated=True)
    for reader in (client, signed_in(bob)):
        for content in (look(reader, waiting), look(reader, running), page(reader, "/lobby/")):
            assert "1680" not in content
    assert "1680" in look(signed_in(ada), running)


def finished(*users: User) -> Game:
    game = running_game(*users, rated=True, order="fixed")
    play_on(game, turns=4)
    departures.resign(game_id=game.pk, user=mover(game), now=NOW)
    return fresh(game)


def test_after_the_game_everybody_sees_what_it_did(client: Client) -> None:
    ada, bob = people("ada", "bob")
    game = finished(ada, bob)
    assert "The ratings follow in a moment." in look(client, game)
    catch_up(ledger=GENIAL)
    content = look(client, game)
    assert '1579 <span class="change up">+79</span>' in content
    assert '1421 <span class="change down">−79</span>' in content
    assert "The ratings follow" not in content
    User.objects.filter(pk=ada.pk).update(ratings_private=True)
    content = look(client, game)
    assert "1421" not in content
    assert "1421" in look(signed_in(ada), game)


def test_a_rated_table_asks_no_more_than_twelve_questions(django_assert_max_num_queries: Any) -> None:
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, rated=True)
    client = signed_in(ada)
    look(client, game)
    with django_assert_max_num_queries(12):
        look(client, game)
    for user in (bob, cy):
        departures.resign(game_id=game.pk, user=user, now=NOW)
    over = finished(ada, bob)
    catch_up(ledger=GENIAL)
    look(client, over)
    with django_assert_max_num_queries(12):
        look(client, over)
