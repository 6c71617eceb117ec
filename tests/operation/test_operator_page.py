"""The operator's page: what it shows, to whom, and what its buttons do."""

import json
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, User
from games.models import BotTurn, Game, Move, Notice
from games.selectors import trouble
from games.services.notices.requeuing import requeue_failed
from genial_site.operation import mending, overview, words
from genial_site.operation.board import board
from genial_site.operation.health import Part
from tests.tables import fresh, open_table, people, play_turn, running_game

pytestmark = pytest.mark.django_db

PARTS = [Part("database", "ok", {"seconds": 0.002}), Part("bots", "dead", {"processes": 0, "seconds_ago": 99})]
MOST_QUERIES = 20
ADDRESSES = ["operator:overview", "operator:state"]
ACTS = ["operator:requeue", "operator:wake"]


@pytest.fixture(autouse=True)
def surroundings(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path
    settings.REDIS_URL = ""
    monkeypatch.setattr(overview, "look", lambda: PARTS)  # with a database of its own it would see another one


@pytest.fixture
def operator(client: Client) -> User:
    user = User.objects.create_superuser("ada")
    client.force_login(user)
    return user


def shown(client: Client, name: str = "operator:overview") -> str:
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def failed_notice(game: Game, user: User, **fields: Any) -> Notice:
    now = timezone.now()
    given = {"kind": "your_turn", "version": 1, "channel": "mail", "state": "failed", "reason": "HTTP 503"} | fields
    return Notice.objects.create(user=user, game=game, **{"created_at": now, "due_at": now, "attempts": 5, **given})


# --- who may see it --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*ADDRESSES, *ACTS])
def test_strangers_are_asked_to_sign_in_and_players_turned_away(client: Client, name: str) -> None:
    send = client.post if name in ACTS else client.get
    assert send(reverse(name))["Location"].startswith("/account/sign-in/?next=")
    client.force_login(people("bob")[0])
    assert send(reverse(name)).status_code == 403


@pytest.mark.parametrize("name", ACTS)
def test_a_look_changes_nothing(client: Client, operator: User, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405


def test_buttons_are_for_operators(client: Client) -> None:
    bob, eve = people("bob", "eve")
    game = running_game(bob, eve)
    client.force_login(bob)
    assert client.post(reverse("operator:rebuild", args=[game.pk])).status_code == 403
    assert not AuditEntry.objects.exists()


# --- what it shows ---------------------------------------------------------------------------------


def test_a_site_in_order_says_so(client: Client, operator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "look", lambda: PARTS[:1])
    page = shown(client)
    for sentence in ("Everything works", "No game stands still.", "Everything that was due within a week went out."):
        assert sentence in page


def test_parts_are_told_in_words(client: Client, operator: User) -> None:
    for name in ADDRESSES:
        page = shown(client, name)
        assert "1 part needs you" in page
        assert "Has fallen silent: see its log, and start it again." in page
        assert "last seen 99 s ago" in page
    assert client.get(reverse("operator:state")).content.count(b"<html") == 0


@pytest.mark.parametrize("word", words.SENTENCES)
def test_every_state_of_a_part_has_a_sentence(word: str) -> None:
    assert str(words.told(Part("beat", word, {"lag": 70, "pulse_took": 0.2})).sentence)


def test_queues_are_told(client: Client, operator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "queue_lengths", lambda: {"site": 3, "post": 17})
    assert "Worker 3 Post 17" in shown(client)

    def away() -> None:
        raise ConnectionError

    monkeypatch.setattr(overview, "queue_lengths", away)
    assert "the broker does not answer" in shown(client)


def test_what_stands_still_is_listed(client: Client, operator: User) -> None:
    bob, eve = people("bob", "eve")
    late = running_game(bob, eve)
    waiting = open_table(bob, {"bot": "greedy"}, order="fixed")
    play_turn(waiting)
    now = timezone.now()
    Game.objects.filter(pk=late.pk).update(deadline=now - timedelta(minutes=6))
    Game.objects.filter(pk=waiting.pk).update(turn_began_at=now - timedelta(minutes=6))
    BotTurn.objects.create(
        game=waiting, version=fresh(waiting).version, bot="greedy", claimed_until=now, at=now, error="It broke."
    )
    page = shown(client)
    assert "Somebody's time is up, and nobody has taken the turn away." in page
    assert "A bot has not played. It broke." in page
    assert "Call these bots again" in page
    assert "greedy : 1 turn that took more than one attempt" in page
    assert trouble.stuck_counts(now=now) == {"bot": 1, "deadline": 1, "hint": 0, "review": 0}


def test_what_goes_on_is_not(client: Client, operator: User) -> None:
    bob, eve = people("bob", "eve")
    game = running_game(bob, eve)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(minutes=4))
    assert "No game stands still." in shown(client)


def test_notices_that_failed_are_counted_by_reason(client: Client, operator: User) -> None:
    bob, eve = people("bob", "eve")
    game = running_game(bob, eve)
    failed_notice(game, bob, version=11)
    failed_notice(game, bob, version=12, created_at=timezone.now() - timedelta(days=3))
    failed_notice(game, bob, version=13, created_at=timezone.now() - timedelta(days=8))
    failed_notice(game, eve, version=11, state="bounced", reason="")
    answer = client.get(reverse("operator:overview")).content.decode()
    rows = re.findall(r'<li class="trouble-row">(.*?)</li>', answer, re.DOTALL)
    told = [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", row))).strip() for row in rows]
    assert told == [
        "E-mail failed The server answered HTTP 503. 2 in all, 1 within a day",
        "E-mail bounced – 1 in all, 1 within a day",
    ]
    (link,) = re.findall(r'href="([^"]*state__exact=failed[^"]*)"', answer)
    assert client.get(unescape(link)).status_code == 200


def test_facts_of_the_site(client: Client, operator: User, tmp_path: Path) -> None:
    assert "none by manage.py backup" in shown(client)
    (tmp_path / "last-backup.json").write_text(json.dumps({"made_at": "2026-11-18T08:00:00+00:00"}))
    page = shown(client)
    assert "none by manage.py backup" not in page
    assert re.search(r"Database [\d.]+ [KM]B", page.replace("\xa0", " "))
    (tmp_path / "last-backup.json").write_text("[]")
    assert "none by manage.py backup" in shown(client)


def test_the_page_asks_little_of_the_database(
    client: Client, operator: User, django_assert_max_num_queries: Any
) -> None:
    users = people(*(f"player-{number}" for number in range(6)))
    for one, other in zip(users[::2], users[1::2], strict=True):
        game = running_game(one, other)
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(hours=1))
        failed_notice(game, one, version=11)
    client.get(reverse("operator:overview"))
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(reverse("operator:overview"))


# --- what it does ----------------------------------------------------------------------------------


def test_failed_notices_are_tried_again_once(client: Client, operator: User) -> None:
    bob, eve = people("bob", "eve")
    game = running_game(bob, eve)
    again = failed_notice(game, bob, version=11)
    old = failed_notice(game, bob, version=12, created_at=timezone.now() - timedelta(days=2))
    bounced = failed_notice(game, bob, version=13, state="bounced")
    replaced = failed_notice(game, bob, version=14)
    failed_notice(game, bob, version=14, channel="push", state="sent", instead_of="mail")
    assert "Try 1 failed notice again" in shown(client)
    said = client.post(reverse("operator:requeue"), follow=True).content.decode()
    assert "1 notice is tried again." in said
    again.refresh_from_db()
    assert (again.state, again.attempts, again.reason) == ("waiting", 0, "")
    states = Notice.objects.filter(pk__in=[old.pk, bounced.pk, replaced.pk]).order_by("pk").values_list("state")
    assert list(states) == [("failed",), ("bounced",), ("failed",)]
    (entry,) = AuditEntry.objects.all()
    assert (entry.actor, entry.action) == (operator, "operated")
    assert entry.details == {"did": "requeued notices", "count": 1}
    assert requeue_failed(now=timezone.now()) == 0


def test_bots_are_called_again(
    client: Client, operator: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    (bob,) = people("bob")
    game = open_table(bob, {"bot": "greedy"}, order="fixed")
    play_turn(game)
    Game.objects.filter(pk=game.pk).update(turn_began_at=timezone.now() - timedelta(minutes=6))
    called: list[Any] = []
    monkeypatch.setattr(mending, "wake_bot", lambda *what: called.append(what))
    with django_capture_on_commit_callbacks(execute=True):
        said = client.post(reverse("operator:wake"), follow=True).content.decode()
    assert "1 bot is called." in said
    assert called == [(game.pk, fresh(game).version)]
    assert AuditEntry.objects.get().details == {"did": "woke bots", "count": 1}


def test_a_game_that_cannot_be_read_is_found_and_rebuilt(
    client: Client, operator: User, django_capture_on_commit_callbacks: Any
) -> None:
    bob, eve = people("bob", "eve")
    game = running_game(bob, eve)
    play_turn(game)
    whole = fresh(game).state
    assert mending.examine_games() == 0
    Game.objects.filter(pk=game.pk).update(state="{}")
    assert mending.examine_games() == 1
    assert f"Rebuild game {game.pk}" in client.get(reverse("operator:overview")).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        said = client.post(reverse("operator:rebuild", args=[game.pk]), follow=True).content.decode()
    assert "The game stands again as its log says." in said
    assert fresh(game).state == whole
    assert mending.known_unreadable() == []
    assert AuditEntry.objects.get().details == {"did": "rebuilt a game", "game": str(game.pk)}


def test_a_game_whose_log_is_broken_is_left_alone(client: Client, operator: User) -> None:
    bob, eve = people("bob", "eve")
    game = running_game(bob, eve)
    play_turn(game)
    Move.objects.filter(game=game).update(actions=[{"type": "place", "tile": "XX", "cells": []}])
    Game.objects.filter(pk=game.pk).update(state="{}")
    said = client.post(reverse("operator:rebuild", args=[game.pk]), follow=True).content.decode()
    assert "Its log does not hold from turn 1 on" in said
    assert fresh(game).state == "{}"
    assert not AuditEntry.objects.exists()


def test_a_game_that_is_not_there_is_not_rebuilt(client: Client, operator: User) -> None:
    game = open_table(people("bob")[0], {"open": True})
    assert client.post(reverse("operator:rebuild", args=[game.pk])).status_code == 404


def test_games_of_another_kind_are_unreadable(operator: User) -> None:
    bob, eve = people("bob", "eve")
    one, other = running_game(bob, eve), running_game(bob, eve, rules="koepfchen")
    Game.objects.filter(pk=one.pk).update(state=fresh(other).state)
    assert list(trouble.unreadable_games()) == [one.pk]
    board().put(mending.UNREADABLE, {"at": 0, "games": [], "count": 0})
    mending.forget_unreadable(one.pk)
