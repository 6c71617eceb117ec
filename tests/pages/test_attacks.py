"""What strangers and browsers must not get away with, at every address that there is."""

import re
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import ChatMessage, Game, Notice, Player
from games.pages.urls import urlpatterns
from tests.tables import fresh, mover, open_table, people, person, play_on, running_game

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
AT_A_TABLE = [route.name for route in urlpatterns if "game_id" in str(route.pattern)]


def signed_in(user, **how):
    client = Client(**how)
    if user:
        client.force_login(user)
    return client


def address(name, game_id):
    return reverse(f"pages:{name}", args=[game_id])


# --- private tables ----------------------------------------------------------------------------


def said(client, name, game_id, link, method, headers):
    """An answer, whatever the table is called that it is about."""
    answer = getattr(client, method)(address(name, game_id), {"link": link}, headers=headers)
    content = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", answer.content)
    return answer.status_code, *(
        text.replace(str(game_id).encode(), b"") for text in (answer.get("Location", "").encode(), content)
    )


@pytest.mark.parametrize("stage", ["open", "active", "finished"])
def test_without_its_link_a_private_table_is_like_none_at_all(stage):
    ada, bob, eve = people("ada", "bob", "eve")
    if stage == "open":
        game = open_table(ada, {"invite": "bob"}, {"open": True}, public=False)
    else:
        game = running_game(ada, bob, rules="koepfchen", public=False)
        game = play_on(game) if stage == "finished" else game
    nowhere = uuid4()
    ways = [(method, headers) for method in ("get", "post") for headers in ({}, HTMX)]
    for name in AT_A_TABLE:
        for reader, link in ((eve, ""), (eve, "wrong"), (None, "wrong")):
            client = signed_in(reader)
            for way in ways:
                found = said(client, name, game.pk, link, *way)
                assert found == said(client, name, nowhere, link, *way)
                assert reader is None or found[0] != 200


# --- requests that browsers make for others ------------------------------------------------------


def test_nothing_is_changed_without_a_token_of_our_own():
    game = running_game(*people("ada", "bob"))
    client = signed_in(mover(game), enforce_csrf_checks=True)
    before = Game.objects.values().get()
    for name in AT_A_TABLE:
        assert client.post(address(name, game.pk), {"text": "x", "channel": "table"}).status_code in (403, 405)
    assert Game.objects.values().get() == before
    assert not ChatMessage.objects.exists()


@pytest.mark.parametrize("name", ["play", "new-table", "theme"])
def test_nothing_is_begun_without_a_token_of_our_own(name):
    client = signed_in(person("ada"), enforce_csrf_checks=True)
    answer = client.post(reverse(f"pages:{name}"), {"rules": "genial", "bot": "greedy", "theme": "dark"})
    assert answer.status_code == 403
    assert not Game.objects.exists()
    assert "theme" not in answer.cookies


def test_looking_changes_nothing_but_what_was_seen():
    game = running_game(*people("ada", "bob"))
    client = signed_in(mover(game))
    rows = rows_of_everything()
    for name in AT_A_TABLE:
        client.get(address(name, game.pk), {"text": "x", "channel": "table", "draft": "swap"})
    assert rows_of_everything() == rows


def rows_of_everything():
    """All but what somebody has seen, where, and in which language, which is noted when they look."""
    rows = {model: list(model._base_manager.order_by("pk").values()) for model in apps.get_models()}
    noted = {Player: ("seen",), Notice: ("seen_at",), User: ("language", "time_zone", "last_here")}
    rows |= {model: [{**row, **dict.fromkeys(names)} for row in rows[model]] for model, names in noted.items()}
    return rows | {Session: []}


# --- what browsers and proxies keep ----------------------------------------------------------------


def test_no_page_of_a_table_is_kept_by_anybody():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, rules="genial-cards", series=2)
    client = signed_in(ada)
    kept = [address(name, game.pk) for name in AT_A_TABLE]
    kept += [reverse("pages:series", args=[game.series_id]), *map(reverse, ("pages:mine", "pages:turns"))]
    for where in kept:
        for headers in ({}, HTMX):
            answer = client.get(where, headers=headers)
            assert answer.status_code == 405 or "no-store" in answer["Cache-Control"], where


def test_a_part_of_a_page_is_never_shown_in_place_of_the_page():
    """Going back, a browser takes what it kept for the address, and htmx asks for the whole page once more."""
    game = running_game(*people("ada", "bob"))
    client = signed_in(mover(game))
    for where in (address("table", game.pk), address("replay", game.pk), reverse("pages:learn")):
        for headers in ({}, HTMX):
            answer = client.get(where, headers=headers)
            assert "no-store" in answer.get("Cache-Control", "") or "HX-Request" in answer["Vary"]
    going_back = {**HTMX, "HX-History-Restore-Request": "true"}
    assert b"<html" in client.get(address("replay", game.pk), headers=going_back).content


# --- odd words -------------------------------------------------------------------------------------

ODD = ["9" * 20, "-1", "\u0663", "\x00", '"><script>alert(1)</script>', "swap;" * 79, "A" * 20_000]
FIELDS = (
    *("draft", "move", "pick", "cell", "at", "look", "turn", "seat", "link", "by", "page", "rules", "way", "text"),
    *("channel", "message", "name", "reason", "version", "key", "client_seed", "bot"),
)


@pytest.mark.parametrize("odd", ODD, ids=map(repr, range(len(ODD))))
def test_odd_words_are_answered_with_a_page(odd):
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    client = signed_in(mover(game))
    everything = dict.fromkeys(FIELDS, odd)
    asked = [(address(name, game.pk), everything) for name in AT_A_TABLE]
    asked += [
        (address(name, game.pk), {field: odd}) for name in ("table", "replay") for field in ("at", "draft", "turn")
    ]
    asked += [(reverse(f"pages:{name}"), everything) for name in ("home", "lobby", "new-table", "mine", "learn")]
    for where, query in asked:
        for headers in ({}, HTMX):
            answer = client.get(where, query, headers=headers)
            assert answer.status_code < 500
            assert b"<script>alert" not in answer.content
    for name in AT_A_TABLE:
        if name not in ("resign", "leave"):
            answer = client.post(address(name, game.pk), everything)
            assert answer.status_code < 500
            assert b"<script>alert" not in answer.content
    assert fresh(game).version == 0


def test_no_text_reaches_the_database_that_it_cannot_hold():
    """PostgreSQL knows no NUL in a text and fails."""
    game = running_game(*people("ada", "bob"))
    client = signed_in(mover(game))
    nul = "\x00"
    sent = {"version": "0", "draft": "", "message": "1", "key": nul, "name": nul, "text": nul, "reason": nul}
    found: list[tuple[object, object]] = []

    def look(execute, sql, values, many, context):
        found.extend((sql, value) for value in values or () if nul in str(value))
        return execute(sql, values, many, context)

    with connection.execute_wrapper(look):
        for name in AT_A_TABLE:
            if name not in ("resign", "leave"):
                client.post(address(name, game.pk), sent)
    assert found == []
