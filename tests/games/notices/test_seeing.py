"""What was on somebody's screen needs no other notice; what a program or a browser fetched ahead was on none."""

import pytest
from celery import current_app
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Notice
from games.services import chat
from tests.api.callers import Caller
from tests.tables import NOW, open_table, people, person, play_turn, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> User:
    return person("bob")


@pytest.fixture
def game(bob: User, client: Client) -> Game:
    """It is Bob's turn, and he was told of it and called."""
    ada = person("ada")
    game = running_game(ada, bob, order="fixed")
    play_turn(game)
    chat.say(game_id=game.pk, user=ada, channel="table", text="@bob", now=NOW)
    client.force_login(bob)
    return game


def unseen(user: User) -> set[str]:
    return set(Notice.objects.filter(user=user, channel="site", seen_at=None).values_list("kind", flat=True))


def test_a_table_that_was_opened_was_seen(bob, game, client):
    assert unseen(bob) == {"your_turn", "mention"}
    assert client.get(reverse("pages:table", args=[game.pk])).status_code == 200
    assert unseen(bob) == {"mention"}
    assert client.get(reverse("pages:talk", args=[game.pk])).status_code == 200
    assert unseen(bob) == set()


def test_a_page_that_a_browser_fetched_ahead_was_not(bob, game, client):
    for purpose in ("prefetch", "prefetch;prerender"):
        client.get(reverse("pages:table", args=[game.pk]), headers={"sec-purpose": purpose})
    assert unseen(bob) == {"your_turn", "mention"}


def test_what_a_program_read_was_not(bob, game):
    assert Caller(bob).get(f"games/{game.pk}/").status_code == 200
    assert unseen(bob) == {"your_turn", "mention"}


def test_others_see_for_themselves_alone(bob, game, client):
    client.force_login(person("eve"))
    client.get(reverse("pages:table", args=[game.pk]))
    client.logout()
    client.get(reverse("pages:table", args=[game.pk]))
    assert unseen(bob) == {"your_turn", "mention"}


def test_an_invitation_is_seen_at_the_table_that_it_is_for(bob, client):
    ada, _cy = people("ada", "cy")
    table = open_table(ada, {"invite": "bob"})
    client.force_login(bob)
    client.get(reverse("pages:table", args=[table.pk]))
    assert unseen(bob) == set()


def test_every_sweep_of_the_schedule_is_a_task_that_takes_what_it_is_given():
    current_app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        task = current_app.tasks[entry["task"]]
        task(*entry.get("args", ()))


def test_a_bell_that_a_browser_fetched_ahead_was_not_seen(bob, game, client):
    client.get(reverse("pages:notices"), headers={"sec-purpose": "prefetch"})
    assert unseen(bob) == {"your_turn", "mention"}
    client.get(reverse("pages:notices"))
    assert unseen(bob) == set()


def test_talk_that_a_browser_fetched_ahead_was_not_seen(bob, game, client):
    client.get(reverse("pages:talk", args=[game.pk]), headers={"sec-purpose": "prefetch"})
    assert "mention" in unseen(bob)
