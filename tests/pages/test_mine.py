"""My games: what waits for me, most urgent first."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game
from games.services import departures
from tests.tables import fresh, mover, open_table, people, person, play_on, play_turn, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client: Client) -> User:
    user = person("ada")
    client.force_login(user)
    return user


def page(client: Client, address: str = "/my/") -> str:
    return client.get(address).content.decode()


def part(content: str, heading: str) -> str:
    """The section with this heading; nothing if there is none."""
    found = content.split(f'aria-labelledby="{heading}-heading"')
    return found[1].split("</section>")[0] if len(found) > 1 else ""


def my_turn(ada: User, other: str, days: int | None) -> Game:
    """A game in which ada is to move."""
    game = running_game(ada, person(other), order="fixed", pace={"days": days} if days else None)
    if days:
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(days=days, minutes=5))
    return game


def test_the_most_urgent_turn_comes_first(client: Client, ada: User) -> None:
    for other, days in (("bob", 7), ("cy", None), ("di", 1), ("ed", 3)):
        my_turn(ada, other, days)
    turns = part(page(client), "turn")
    order = sorted(("bob", "cy", "di", "ed"), key=lambda name: turns.index(f"<span>{name}</span></a>"))
    assert order == ["di", "ed", "bob", "cy"]
    assert "in 24 hours" in turns
    assert "in 7 days" in turns
    assert "no time limit" in turns


def test_every_game_is_in_its_place(client: Client, ada: User) -> None:
    mine = my_turn(ada, "bob", 3)
    others = running_game(person("cy"), ada, order="fixed")
    waiting = open_table(ada, {"open": True})
    invited = open_table(person("di"), {"invite": "ada"})
    over = running_game(person("ed"), ada, rules="koepfchen")
    play_on(over)
    strangers = running_game(*people("fay", "gus"))
    content = page(client)
    places = {"turn": mine, "running": others, "waiting": waiting, "invited": invited, "finished": over}
    for heading, game in places.items():
        assert str(game.pk) in part(content, heading)
        assert content.count(f"/table/{game.pk}/") <= 2
    assert "cy is to move" in part(content, "running")
    assert str(strangers.pk) not in content


def test_an_invitation_is_accepted_or_declined(client: Client, ada: User) -> None:
    bob = person("bob")
    first, second = (open_table(bob, {"invite": "ada"}, {"open": True}, public=False) for _number in range(2))
    client.post(reverse("pages:join", args=[first.pk]), {"client_seed": "mine"})
    assert first.players.filter(user=ada).exists()
    response = client.post(reverse("pages:decline", args=[second.pk]))
    assert response["Location"] == "/my/"
    assert not second.invitations.exists()
    assert client.post(reverse("pages:decline", args=[second.pk]))["Location"] == "/my/"


def test_declining_is_for_whoever_is_invited(client: Client, ada: User) -> None:
    bob, _cy = people("bob", "cy")
    game = open_table(bob, {"invite": "cy"})
    client.post(reverse("pages:decline", args=[game.pk]))
    assert game.invitations.count() == 1


def test_empty_pages_say_what_to_do(client: Client, ada: User) -> None:
    assert "You have no game yet." in page(client)
    open_table(ada, {"open": True})
    assert "Your table waits for players." in page(client)
    running_game(person("bob"), ada, order="fixed")
    assert "everybody else is thinking" in page(client)


def test_finished_games_are_paged(client: Client, ada: User) -> None:
    bob = person("bob")
    for _number in range(11):
        game = running_game(ada, bob, rules="koepfchen")
        departures.resign(game_id=game.pk, user=mover(game), now=timezone.now())
    assert page(client).count("place 1") == 10
    assert page(client, "/my/?page=2").count("place 1") == 1


def test_the_page_costs_the_same_with_many_games(client: Client, ada: User, django_assert_max_num_queries: Any) -> None:
    for number in range(5):
        my_turn(ada, f"bob{number}", 3)
        open_table(ada, {"open": True})
    with django_assert_max_num_queries(12):
        page(client)


def test_strangers_sign_in_first() -> None:
    for address in ("/my/", "/my/turns/", "/my/next/"):
        assert Client().get(address)["Location"] == f"/account/sign-in/?next={address}"


# --- the count ---------------------------------------------------------------------------------


def test_the_count_is_in_header_title_and_icon(client: Client, ada: User) -> None:
    content = page(client, "/games/")
    assert '<span class="turns" hidden>' in content
    assert "<title>The games" in content
    assert 'href="/static/icons/favicon.svg"' in content
    my_turn(ada, "bob", 3)
    my_turn(ada, "cy", 3)
    content = page(client, "/games/")
    assert '<span class="turns"><span class="turns-count">2</span>' in content
    assert "<title>(2) The games" in content
    assert 'href="/icons/turns-2.svg"' in content
    assert client.get("/my/turns/").json() == {"count": 2, "icon": "/icons/turns-2.svg", "bell": 2}


def test_strangers_have_no_count(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        content = page(client, "/games/")
    assert "data-turns" not in content


def test_the_next_turn_is_the_most_urgent_other_one(client: Client, ada: User) -> None:
    assert client.get("/my/next/")["Location"] == "/my/"
    later, sooner = my_turn(ada, "bob", 7), my_turn(ada, "cy", 1)
    assert client.get("/my/next/")["Location"] == f"/table/{sooner.pk}/"
    assert selectors.next_turn(ada, other_than=sooner.pk) == later.pk
    play_turn(sooner)
    assert selectors.next_turn(ada) == later.pk
    assert fresh(sooner).mover != ada
