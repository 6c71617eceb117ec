"""Talk, notes and the number of spectators, as pages and as panels."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import ChatMessage, Mute, Note, Report
from games.services import chat, notes, reports
from tests.tables import NOW, open_table, people, person, play_on, running_game, table_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def address(name, game):
    return reverse(f"pages:{name}", args=[game.pk])


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def shown(client, game, name="talk", **headers):
    answer = client.get(address(name, game), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def say(client, game, text, channel="table", **more):
    return client.post(address("say", game), {"text": text, "channel": channel}, **more)


@pytest.fixture
def ada_and_bob():
    return people("ada", "bob")


@pytest.fixture
def game(ada_and_bob):
    return running_game(*ada_and_bob)


def test_what_one_says_the_other_reads(game, ada_and_bob):
    ada, bob = map(signed_in, ada_and_bob)
    answer = say(ada, game, "Good luck!")
    assert answer["Location"] == address("talk", game)
    assert "Good luck!" in shown(bob, game)


def test_a_script_gets_the_panel_alone(game, ada_and_bob):
    ada = signed_in(ada_and_bob[0])
    assert "<html" not in shown(ada, game, **HTMX)
    answer = say(ada, game, "Hi", headers=HTMX)
    assert answer.status_code == 200
    assert "Hi" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_text_stays_text(game, ada_and_bob):
    ada, bob = map(signed_in, ada_and_bob)
    say(ada, game, '<script>alert("x")</script><img src=x onerror=alert(1)>')
    page = shown(bob, game)
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert" in page


def test_a_refusal_keeps_what_was_typed(game, ada_and_bob):
    ada = signed_in(ada_and_bob[0])
    for number in range(8):
        say(ada, game, f"{number}")
    for headers, status in (({}, 409), (HTMX, 200)):
        answer = say(ada, game, "one too many", headers=headers)
        assert answer.status_code == status
        assert "wait a little" in answer.content.decode()
        assert 'value="one too many"' in answer.content.decode()
    assert ChatMessage.objects.count() == 8


def test_mentions_of_players_are_marked(game, ada_and_bob):
    ada, bob = map(signed_in, ada_and_bob)
    say(ada, game, "@BOB look, @nobody else")
    page = shown(bob, game)
    assert '<b class="mention">@BOB</b> look, @nobody else' in page
    assert "calls" in page
    assert 'class="message own"' in shown(ada, game)


def test_spectators_have_the_gallery(game, ada_and_bob):
    cy, dot = (signed_in(user) for user in people("cy", "dot"))
    page = shown(cy, game)
    assert 'name="channel" value="gallery"' in page
    say(cy, game, "The red one!", channel="gallery")
    assert "The red one!" in shown(dot, game)
    assert "The red one!" not in shown(signed_in(ada_and_bob[0]), game)
    assert "Sign in to talk" in shown(Client(), game)
    play_on(game)
    assert "The red one!" in shown(signed_in(ada_and_bob[0]), game)


def test_guests_read_the_gallery_and_write_at_their_own_table(game, ada_and_bob):
    visitor = User.objects.create_user("visitor", is_guest=True)
    assert "you need an account" in shown(signed_in(visitor), game)
    own = running_game(ada_and_bob[0], visitor)
    say(signed_in(visitor), own, "Hello")
    assert "Hello" in shown(signed_in(ada_and_bob[0]), own)


def test_partners_choose_who_reads():
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", table_talk=True)
    seats = [player.user for player in table_of(game).players]
    north = signed_in(seats[0])
    assert 'value="team"' in shown(north, game)
    say(north, game, "psst", channel="team")
    assert "psst" in shown(signed_in(seats[2]), game)
    for other in (signed_in(seats[1]), Client()):
        assert "psst" not in shown(other, game)


def test_muting_and_unmuting(game, ada_and_bob):
    ada, bob = map(signed_in, ada_and_bob)
    say(bob, game, "noise")
    message = ChatMessage.objects.get()
    page = ada.post(address("mute", game), {"message": message.pk}, headers=HTMX).content.decode()
    assert "noise" not in page
    assert "bob is muted" in page
    assert "noise" in shown(bob, game)
    ada.post(address("unmute", game), {"name": "bob"})
    assert "noise" in shown(ada, game)
    assert not Mute.objects.exists()


def test_reporting(game, ada_and_bob):
    ada, bob = map(signed_in, ada_and_bob)
    say(bob, game, "rude")
    message = ChatMessage.objects.get()
    answer = ada.post(address("report", game), {"message": message.pk, "reason": "insults me"})
    assert "Thank you" in answer.content.decode()
    assert Report.objects.get().reason == "insults me"


@pytest.mark.parametrize("number", ["", "x", "0", "-1", "9" * 30, "²"])
@pytest.mark.parametrize("name", ["mute", "report"])
def test_an_unknown_message_is_a_sentence(game, ada_and_bob, name, number):
    answer = signed_in(ada_and_bob[0]).post(address(name, game), {"message": number})
    assert answer.status_code == 409
    assert "There is no such message." in answer.content.decode()


@pytest.mark.parametrize("name", ["say", "mute", "unmute", "report"])
def test_changes_are_posted_by_people_who_are_signed_in(client, game, name):
    assert client.post(address(name, game))["Location"].startswith("/account/sign-in/")
    assert client.get(address(name, game)).status_code in (302, 405)


def test_a_private_table_talks_in_private(ada_and_bob):
    game = running_game(*ada_and_bob, public=False)
    eve = signed_in(person("eve"))
    for name in ("talk", "notes", "watching"):
        assert eve.get(address(name, game)).status_code == 404
    assert say(eve, game, "x", channel="gallery").status_code == 404
    assert eve.get(address("talk", game), {"link": game.link}).status_code == 200
    answer = eve.post(address("say", game), {"text": "hi", "channel": "gallery", "link": game.link})
    assert answer["Location"] == f"{address('talk', game)}?link={game.link}"


def test_the_operator_reads_a_report_in_its_context(game, ada_and_bob, client):
    ada, bob = ada_and_bob
    chat.say(game_id=game.pk, user=ada, channel="table", text="before that", now=NOW)
    message = chat.say(game_id=game.pk, user=bob, channel="table", text="rude <b>", now=NOW)
    report = reports.report_message(game_id=game.pk, user=ada, message_id=message.pk, reason="insults me", now=NOW)
    client.force_login(User.objects.create_superuser("operator"))
    listed = client.get(reverse("admin:games_report_changelist")).content.decode()
    assert "rude &lt;b&gt;" in listed
    page = client.get(reverse("admin:games_report_change", args=[report.pk])).content.decode()
    for text in ("before that", "rude &lt;b&gt;", "insults me", "ada", "bob"):
        assert text in page
    assert client.post(reverse("admin:games_report_delete", args=[report.pk])).status_code == 403


# --- notes -------------------------------------------------------------------------------------


def test_notes_are_kept_with_and_without_a_script(game, ada_and_bob):
    ada, bob = map(signed_in, ada_and_bob)
    assert ada.post(address("notes", game), {"text": "bob hoards green"})["Location"] == address("notes", game)
    assert "bob hoards green" in shown(ada, game, "notes")
    assert "hoards" not in shown(bob, game, "notes")
    answer = ada.post(address("notes", game), {"text": "and <b>blue</b>"}, headers=HTMX)
    assert "Kept." in answer.content.decode()
    assert "and &lt;b&gt;blue&lt;/b&gt;" in shown(ada, game, "notes", **HTMX)


def test_a_note_that_is_too_long_is_shown_again(game, ada_and_bob):
    ada = signed_in(ada_and_bob[0])
    answer = ada.post(address("notes", game), {"text": "x" * 4001})
    assert answer.status_code == 409
    assert "x" * 4001 in answer.content.decode()
    assert not Note.objects.exists()


def test_spectators_and_strangers_have_no_notes(client, game):
    assert client.get(address("notes", game)).status_code == 302
    assert signed_in(person("cy")).get(address("notes", game)).status_code == 404


def test_nobody_else_ever_gets_a_note(game, ada_and_bob, client):
    ada, bob = ada_and_bob
    notes.write_note(game_id=game.pk, user=ada, text="the secret plan", now=NOW)
    play_on(game)
    for reader in (client, signed_in(bob), signed_in(User.objects.create_superuser("operator"))):
        for name in ("table", "talk"):
            assert "secret plan" not in shown(reader, game, name)


# --- beside the table --------------------------------------------------------------------------


def test_the_table_leads_to_talk_and_notes(game, ada_and_bob, client):
    page = shown(signed_in(ada_and_bob[0]), game, "table")
    assert f'hx-get="{address("talk", game)}"' in page
    assert f'href="{address("notes", game)}"' in page
    page = shown(client, game, "table")
    assert f'href="{address("talk", game)}"' in page
    assert address("notes", game) not in page


def test_who_plays_bots_alone_has_notes_and_nobody_to_talk_to():
    ada = person("ada")
    game = open_table(ada, {"bot": "random"})
    page = shown(signed_in(ada), game, "table")
    assert address("talk", game) not in page
    assert address("notes", game) in page


def test_everybody_sees_how_many_watch(game, ada_and_bob, client):
    ada = signed_in(ada_and_bob[0])
    assert "watching." not in shown(ada, game, "table")
    assert "You are watching." in shown(client, game, "table")
    assert "1 person is watching." in shown(ada, game, "table")
    page = shown(signed_in(person("cy")), game, "table")
    assert "So is 1 other." in page
    assert "2 people are watching." in shown(ada, game, "watching")


def test_talk_takes_few_queries_however_much_is_said(game, ada_and_bob, django_assert_max_num_queries):
    ada, bob = ada_and_bob
    for number in range(8):
        chat.say(game_id=game.pk, user=(ada, bob)[number % 2], channel="table", text=f"{number}", now=NOW)
    client = signed_in(ada)
    with django_assert_max_num_queries(9):
        shown(client, game, **HTMX)
