"""The page of a table and the page of a series."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest
from django.urls import reverse

from games.engine.registry import RULES
from games.models import Game
from games.services import departures, lobby
from tests.tables import NOW, fresh, mover, open_table, people, person, play_on, running_game, table_of

pytestmark = pytest.mark.django_db


def address(name, game):
    return reverse(f"pages:{name}", args=[game.pk])


def page(client, game, **query):
    return client.get(address("table", game), query)


def test_a_stranger_sees_a_public_table_and_how_to_sit_down(client):
    game = open_table(person("ada"), {"open": True})
    content = page(client, game).content.decode()
    assert "ada" in content
    assert game.commitment in content
    assert f"/account/sign-in/?next=/table/{game.pk}/" in content
    assert game.link not in content


def test_a_private_table_is_not_to_be_found_without_its_link(client):
    game = open_table(person("ada"), {"invite": "someone@example.org"}, {"open": True}, public=False)
    assert page(client, game).status_code == 404
    assert page(client, game, link="guess").status_code == 404
    for link in (game.link, game.invitations.get().token):
        answer = page(client, game, link=link)
        assert answer.status_code == 200
        assert "someone@example.org" not in answer.content.decode()


def test_whoever_watches_by_link_keeps_it(client):
    game = running_game(*people("ada", "bob"), rules="genial-3d", public=False)
    play_on(game, 2)
    content = page(client, game, link=game.link).content.decode()
    assert f'data-events="/api/v1/games/{game.pk}/events/?link={game.link}"' in content
    ways = [way for way in re.findall(r'href="([^"]*)"', content) if way[0] == "?" or str(game.pk) in way]
    assert len(ways) > 4
    for way in ways:
        assert f"link={game.link}" in way
        assert client.get(urljoin(address("table", game), unescape(way))).status_code == 200


def test_taking_a_seat_and_getting_up(client):
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"open": True}, {"open": True})
    client.force_login(bob)
    assert "Take a seat" in page(client, game).content.decode()
    client.post(address("join", game), {"client_seed": "mine"})
    player = table_of(game).player_of(bob)
    assert player
    assert player.client_seed == "mine"
    assert "Leave the table" in page(client, game).content.decode()
    client.post(address("leave", game))
    assert table_of(game).player_of(bob) is None


def test_the_link_is_carried_through_to_the_seat(client):
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "someone@example.org"}, public=False)
    token = game.invitations.get().token
    client.force_login(bob)
    assert f'name="link" value="{token}"' in page(client, game, link=token).content.decode()
    client.post(address("join", game), {"client_seed": "mine", "link": token})
    assert fresh(game).status == Game.Status.ACTIVE


def test_a_refusal_is_a_sentence_beside_the_table(client):
    ada, bob, _cy = people("ada", "bob", "cy")
    game = open_table(ada, {"invite": "cy"})
    client.force_login(bob)
    answer = client.post(address("join", game), {"client_seed": "mine"})
    assert answer.status_code == 409
    assert "Every seat at this table is taken or kept for somebody." in answer.content.decode()
    answer = client.post(address("join", game), {"client_seed": "a|b"})
    assert "A client seed is up to 64 printable ASCII characters without |." in answer.content.decode()


def test_changes_are_posted_by_people_who_are_signed_in(client):
    game = open_table(person("ada"), {"open": True})
    for name in ("join", "leave", "resign", "take-back"):
        assert client.post(address(name, game)).status_code == 302
        assert client.get(address(name, game)).status_code in (302, 405)
    assert len(table_of(game).players) == 1


def test_resigning_and_coming_back(client):
    game = running_game(*people("ada", "bob", "cy"))
    gone = mover(game)
    deadline = fresh(game).deadline
    assert deadline
    departures.expire_turn(game_id=game.pk, now=deadline)
    client.force_login(gone)
    assert "Take my seat back" in page(client, game).content.decode()
    client.post(address("take-back", game))
    assert fresh(game).mover == gone
    client.post(address("resign", game))
    assert fresh(game).mover != gone
    assert "Take my seat back" not in page(client, game).content.decode()


def test_the_host_cancels(client):
    ada = person("ada")
    game = open_table(ada, {"open": True})
    client.force_login(ada)
    assert "Cancel the table" in page(client, game).content.decode()
    client.post(address("leave", game))
    assert "was cancelled" in page(client, game).content.decode()


def test_declining_an_invitation(client):
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "bob"})
    client.force_login(bob)
    assert "Decline the invitation" in page(client, game).content.decode()
    client.post(address("leave", game))
    assert not game.invitations.exists()


def test_names_are_escaped(client):
    game = open_table(person("<b>ada</b>"), {"open": True})
    assert "<b>ada" not in page(client, game).content.decode()


@pytest.mark.parametrize("status", ["open", "active", "finished"])
def test_no_secret_is_on_the_page_of_a_game_that_is_not_over(client, status):
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"open": True}, rules="koepfchen")
    if status != "open":
        lobby.join(game_id=game.pk, user=bob, now=NOW)
    if status == "finished":
        play_on(game)
    client.force_login(bob)
    content = page(client, game).content.decode()
    assert bytes(game.secret).hex() not in content


def test_a_public_table_is_shown_to_others_from_its_page(client):
    game = running_game(*people("ada", "bob"))
    assert f'href="{address("share", game)}"' in page(client, game).content.decode()
    content = client.get(address("share", game)).content.decode()
    assert f'value="http://testserver{address("table", game)}"' in content
    assert 'class="qr"' in content
    assert game.link not in content


def test_a_private_table_is_shown_to_nobody(client):
    game = running_game(*people("ada", "bob"), public=False)
    client.force_login(mover(game))
    assert address("share", game) not in page(client, game).content.decode()
    assert client.get(address("share", game)).status_code == 404


@pytest.mark.parametrize("rules", list(RULES))
def test_everybody_at_the_table_has_a_face_and_bots_that_sit_in_are_named(client, rules):
    game = running_game(*people("ada", "bob", "cy"), rules=rules)
    assert page(client, game).content.decode().count('class="avatar"') == 3
    departures.resign(game_id=game.pk, user=mover(game), now=NOW)
    assert page(client, game).content.decode().count("a bot is sitting in") == 1
    play_on(game)
    assert "a bot is sitting in" not in page(client, game).content.decode()


def test_a_series_shows_points_game_by_game(client, django_assert_max_num_queries):
    game = running_game(*people("ada", "bob", "cy"), rules="genial-cards", series=3)
    series = game.series
    assert series
    where = reverse("pages:series", args=[series.pk])
    assert "Game 1 of 3 is being played." in client.get(where).content.decode()
    for _number in range(3):
        play_on(series.games.get(status=Game.Status.ACTIVE))
    series.refresh_from_db()
    with django_assert_max_num_queries(6):
        content = client.get(where).content.decode()
    assert "All games are played." in content
    for total in series.totals:
        assert f"<td>{total}</td>" in content
    assert not any(secret in content for secret in series.secrets[2:])


def test_a_private_series_is_not_to_be_found(client):
    game = running_game(*people("ada", "bob"), rules="genial-cards", series=2, public=False)
    where = reverse("pages:series", args=[game.series_id])
    assert client.get(where).status_code == 404
    client.force_login(mover(game))
    assert client.get(where).status_code == 200
