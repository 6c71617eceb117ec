import json

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import User
from games.models import (
    ClockEntry,
    Game,
    Invitation,
    Move,
    Notice,
    NoticeSettings,
    Player,
    PushSubscription,
    Series,
    Webhook,
)
from tests.games.notices.channels import with_push
from tests.ratings import rated
from tests.tables import NOW, fresh, open_table, people, person, play_on, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    user = User.objects.create_superuser("operator")
    client.force_login(user)
    return user


@pytest.fixture
def game():
    return play_on(running_game(*people("ada", "bob"), rules="genial-cards", series=2), turns=3)


def secrets_of(game):
    """Texts that must not be seen while the game runs."""
    state = json.loads(fresh(game).state)
    series = Series.objects.get()
    return [bytes(game.secret).hex(), state["chance"][0], *series.secrets, game.link, state["hands"][0], state["pile"]]


def shown(answer):
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("name", ["rating", "ratingchange"])
def test_ratings_and_their_ledger_are_to_look_at(client, operator, name):
    rated(people("ada", "bob"), [1, 2])
    page = shown(client.get(reverse(f"admin:games_{name}_changelist")))
    assert "1579" in page
    assert "ada" in page
    assert client.post(reverse(f"admin:games_{name}_add"), {}).status_code == 403


@pytest.mark.parametrize("model", [Game, Move, Player, Series, Invitation, Notice, ClockEntry])
def test_lists_and_details_show_no_secret(client, operator, game, model):
    open_table(person("cy"), {"invite": "someone@example.org"})
    name = model._meta.model_name
    page = shown(client.get(reverse(f"admin:games_{name}_changelist")))
    assert not any(secret in page for secret in secrets_of(game))
    for row in model.objects.all():
        page = shown(client.get(reverse(f"admin:games_{name}_change", args=[row.pk])))
        assert not any(secret in page for secret in secrets_of(game))
        assert Invitation.objects.get().token not in page


@pytest.mark.parametrize("model", [Game, Move, Player, Series, Notice, ClockEntry])
def test_nothing_can_be_changed_there(client, operator, game, model):
    name = model._meta.model_name
    row = model.objects.first()
    for address in (
        reverse(f"admin:games_{name}_add"),
        reverse(f"admin:games_{name}_delete", args=[row.pk]),
    ):
        assert client.get(address).status_code == 403
    assert client.post(reverse(f"admin:games_{name}_change", args=[row.pk]), {}).status_code == 403


def test_a_look_at_what_is_hidden_is_asked_for_and_written_down(client, operator, game):
    address = reverse("admin:games_game_inspect", args=[game.pk])
    page = shown(client.get(address))
    assert not any(secret in page for secret in secrets_of(game))
    assert not LogEntry.objects.exists()
    page = shown(client.post(address))
    hands = json.loads(game.state)["hands"]
    assert all(hand in page for hand in hands)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (operator, str(game.pk))


def test_only_operators_inspect(client, game):
    address = reverse("admin:games_game_inspect", args=[game.pk])
    assert client.get(address).status_code == 302
    helper = User.objects.create_user("helper", is_staff=True)
    client.force_login(helper)
    assert client.get(address).status_code == 403
    assert client.post(address).status_code == 403


def test_operators_find_notices_that_failed(client, operator, game):
    notice = Notice.objects.filter(channel="mail").first()
    assert notice
    Notice.objects.filter(pk=notice.pk).update(state="failed", reason="550 no such mailbox")
    page = shown(client.get(reverse("admin:games_notice_changelist"), {"state__exact": "failed"}))
    assert "550 no such mailbox" in page
    assert "1 notice" in page


def test_addresses_and_keys_of_channels_are_not_shown(client, operator):
    ada = person("ada")
    with_push(ada)
    Webhook.objects.create(user=ada, url="https://hook.example.org/t0k3n", secret="s3cr3t", created_at=NOW)
    NoticeSettings.objects.create(user=ada)
    for model in (Webhook, PushSubscription, NoticeSettings):
        name = model._meta.model_name
        addresses = [reverse(f"admin:games_{name}_changelist")]
        addresses += [reverse(f"admin:games_{name}_change", args=[row.pk]) for row in model.objects.all()]
        for address in addresses:
            page = shown(client.get(address))
            assert "ada" in page
            assert not any(secret in page for secret in ("s3cr3t", "t0k3n", "push.example.org"))


def test_an_unknown_game_is_not_found(client, operator):
    address = reverse("admin:games_game_inspect", args=["00000000-0000-4000-8000-000000000000"])
    assert client.get(address).status_code == 404


def test_an_open_table_can_be_inspected(client, operator):
    table = open_table(person("ada"), {"open": True})
    assert "has not started" in shown(client.get(reverse("admin:games_game_inspect", args=[table.pk])))


def test_the_list_takes_the_same_queries_however_long_it_is(client, operator, django_assert_max_num_queries):
    for number in range(8):
        running_game(*people(f"a{number}", f"b{number}"))
    with django_assert_max_num_queries(9):
        client.get(reverse("admin:games_game_changelist"))


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("game", "state__contains"),
        ("game", "secret__gt"),
        ("game", "link__startswith"),
        ("game", "series__secrets__contains"),
        ("series", "secrets__contains"),
        ("invitation", "token__startswith"),
        ("invitation", "game__link__startswith"),
        ("player", "client_seed__startswith"),
        ("player", "game__state__contains"),
        ("move", "game__state__contains"),
        ("notice", "game__state__contains"),
        ("webhook", "secret__startswith"),
        ("webhook", "url__contains"),
        ("pushsubscription", "endpoint__contains"),
    ],
)
def test_lists_cannot_be_asked_for_what_is_hidden(client, operator, game, model, lookup):
    """A list that is empty or not would answer yes or no."""
    assert client.get(reverse(f"admin:games_{model}_changelist"), {lookup: "a"}).status_code == 400
    assert client.get(reverse(f"admin:games_{model}_changelist")).status_code == 200
