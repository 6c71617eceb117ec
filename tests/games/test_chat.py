"""Talk at a table: who may say and read what, and what readers can do about it."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games import live
from games.engine.rules import Malformed
from games.models import ChatMessage, Mute, Report
from games.services import chat, reports
from games.services.refusals import NotAPlayer, TooMany, Unknown
from tests.tables import NOW, fresh, open_table, people, person, play_on, running_game, table_of

pytestmark = pytest.mark.django_db


def say(game, user, text="Hello", channel="table", now=NOW, **more):
    return chat.say(game_id=game.pk, user=user, channel=channel, text=text, now=now, **more)


def read(game, user):
    return [message.text for message in chat.talk(table_of(game), user).messages]


def guest(name):
    return User.objects.create_user(name, is_guest=True)


def by_seat(game):
    return [player.user for player in table_of(game).players]


# --- channels ----------------------------------------------------------------------------------


def test_players_talk_and_everybody_who_sees_the_table_reads():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob)
    say(game, ada, "Good luck!")
    say(game, bob, "You too")
    for reader in (ada, bob, cy):
        assert read(game, reader) == ["Good luck!", "You too"]


def test_spectators_talk_among_themselves_until_the_game_is_over():
    ada, bob, cy, dot = people("ada", "bob", "cy", "dot")
    game = running_game(ada, bob, rules="koepfchen")
    say(game, cy, "The red 3!", channel="gallery")
    assert read(game, dot) == ["The red 3!"]
    assert read(game, ada) == []
    play_on(game)
    assert read(game, ada) == ["The red 3!"]


@pytest.mark.parametrize("channel", ["table", "team", "kitchen"])
def test_spectators_write_in_the_gallery_alone(channel):
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob)
    with pytest.raises(NotAPlayer):
        say(game, cy, channel=channel)


@pytest.mark.parametrize("channel", ["gallery", "team"])
def test_players_write_neither_in_the_gallery_nor_in_a_channel_that_is_not_there(channel):
    ada, bob = people("ada", "bob")
    with pytest.raises(NotAPlayer):
        say(running_game(ada, bob), ada, channel=channel)


def test_partners_have_a_channel_of_their_own_where_table_talk_is_allowed():
    users = people("ada", "bob", "cy", "dot")
    game = running_game(*users, mode="team", table_talk=True)
    north, east, south, west = by_seat(game)
    say(game, north, "I take green", channel="team")
    assert read(game, south) == ["I take green"]
    for reader in (east, west, person("eve")):
        assert read(game, reader) == []
    play_on(game)
    assert read(game, east) == []


def test_without_table_talk_partners_have_no_channel():
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team")
    with pytest.raises(NotAPlayer):
        say(game, by_seat(game)[0], channel="team")


def test_table_talk_is_for_teams():
    with pytest.raises(Malformed):
        open_table(person("ada"), {"open": True}, table_talk=True)


def test_who_plays_bots_alone_has_nobody_to_talk_to():
    ada = person("ada")
    game = open_table(ada, {"bot": "random"})
    with pytest.raises(NotAPlayer):
        say(game, ada)


def test_a_private_table_stays_private():
    ada, bob, eve = people("ada", "bob", "eve")
    game = running_game(ada, bob, public=False)
    with pytest.raises(Unknown):
        say(game, eve, channel="gallery")
    message = say(game, ada)
    with pytest.raises(Unknown):
        reports.report_message(game_id=game.pk, user=eve, message_id=message.pk, reason="", now=NOW)


# --- what can be said --------------------------------------------------------------------------


def test_a_message_is_one_line_without_hidden_signs():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    assert say(game, ada, "  one\n\ttwo\u202e\x00 three ").text == "one two three"


def test_a_message_keeps_what_joins_emoji():
    ada, bob = people("ada", "bob")
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert say(running_game(ada, bob), ada, family).text == family


@pytest.mark.parametrize("text", ["", "  \n", "\u202e", "x" * 501])
def test_nothing_and_too_much_are_refused(text):
    ada, bob = people("ada", "bob")
    with pytest.raises(Malformed):
        say(running_game(ada, bob), ada, text)
    assert not ChatMessage.objects.exists()


def test_nobody_talks_without_end():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    for number in range(8):
        say(game, ada, f"{number}")
    with pytest.raises(TooMany):
        say(game, ada, "again")
    say(game, bob)
    say(game, ada, "later", now=NOW + timedelta(minutes=1))


def test_guests_talk_at_their_own_table_and_less():
    ada, dot = people("ada", "dot")
    visitor = guest("visitor")
    game = running_game(ada, visitor)
    for number in range(3):
        say(game, visitor, f"{number}")
    with pytest.raises(TooMany):
        say(game, visitor, "again")
    with pytest.raises(NotAPlayer):
        say(running_game(ada, dot), visitor, channel="gallery")


def test_every_message_is_a_hint_to_open_pages(monkeypatch, django_capture_on_commit_callbacks):
    said: list[Any] = []
    monkeypatch.setattr(live, "say", said.append)
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    with django_capture_on_commit_callbacks(execute=True):
        say(game, ada, "secret words")
    assert [message.game_id for message in said] == [game.pk]
    assert "secret words" not in repr(said)


def test_a_hint_goes_to_those_alone_who_may_read(monkeypatch, django_capture_on_commit_callbacks):
    said: list[Any] = []
    monkeypatch.setattr(live, "say", said.append)
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", table_talk=True)
    players, eve = by_seat(game), person("eve")
    said.clear()
    for user, channel in ((players[0], "team"), (eve, "gallery"), (players[0], "table")):
        with django_capture_on_commit_callbacks(execute=True):
            say(game, user, channel=channel)
    readers = [*(player.pk for player in players), eve.pk, None]
    heard = [[message.is_for(reader) for reader in readers] for message in said]
    assert heard == [
        [True, False, True, False, False, False],
        [False, False, False, False, True, True],
        [True] * 6,
    ]


def test_the_table_shows_the_newest(monkeypatch):
    monkeypatch.setattr(chat, "SHOWN", 2)
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    for word in ("one", "two", "three"):
        say(game, ada, word)
    assert read(game, bob) == ["two", "three"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("hello", [("hello", "")]),
        ("@ada, look", [("@ada", "ada"), (", look", "")]),
        ("ask @ADA.", [("ask ", ""), ("@ADA", "ada"), (".", "")]),
        ("@j.r. or @j.r", [("@j.r.", "j.r."), (" or @j.r", "")]),
        ("@nobody here", [("@nobody here", "")]),
        ("mail@adam", [("mail@adam", "")]),
        ("@ada@bob", [("@ada@bob", "")]),
    ],
)
def test_a_mention_of_a_player_is_found(text, parts):
    names = {"ada": "ada", "bob": "bob", "j.r.": "j.r."}
    assert chat.split_mentions(text, names) == parts


# --- muting and reporting ----------------------------------------------------------------------


def test_a_muted_person_is_gone_for_this_reader_alone():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy)
    message = say(game, bob, "noise")
    say(game, cy, "news")
    chat.mute(game_id=game.pk, user=ada, message_id=message.pk)
    assert read(game, ada) == ["news"]
    assert chat.talk(table_of(game), ada).muted == [bob]
    assert read(game, cy) == ["noise", "news"]
    chat.unmute(user=ada, name="bob")
    assert read(game, ada) == ["noise", "news"]


def test_that_somebody_muted_talks_elsewhere_is_not_shown():
    """Neither that they talk to their partner nor that they talk in the gallery is for the others to know."""
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", table_talk=True)
    ada, bob, _cy, _dot = by_seat(game)
    eve = person("eve")
    Mute.objects.create(reader=ada, muted=bob)
    Mute.objects.create(reader=ada, muted=eve)
    say(game, bob, channel="team")
    say(game, eve, channel="gallery")
    assert chat.talk(table_of(game), ada).muted == []
    say(game, bob)
    assert chat.talk(table_of(game), ada).muted == [bob]


def test_muting_twice_is_muting_once():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    message = say(game, bob)
    for _time in range(2):
        chat.mute(game_id=game.pk, user=ada, message_id=message.pk)
    assert Mute.objects.count() == 1


def test_nobody_mutes_or_reports_themselves_or_what_they_cannot_read():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob)
    own, gallery = say(game, ada), say(game, cy, channel="gallery")
    for message in (own, gallery):
        with pytest.raises(Unknown):
            chat.mute(game_id=game.pk, user=ada, message_id=message.pk)
        with pytest.raises(Unknown):
            reports.report_message(game_id=game.pk, user=ada, message_id=message.pk, reason="", now=NOW)


def test_a_report_is_a_row_for_the_operator_and_changes_nothing_else():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    message = say(game, bob, "rude")
    for _time in range(2):
        reports.report_message(game_id=game.pk, user=ada, message_id=message.pk, reason=" it is\nrude ", now=NOW)
    assert [(report.message, report.reporter, report.reason) for report in Report.objects.all()] == [
        (message, ada, "it is rude")
    ]
    assert read(game, ada) == ["rude"]


def test_a_reason_is_plain_text():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    message = say(game, bob)
    said = "rude\x00 \u202eand\nworse"
    made = reports.report_message(game_id=game.pk, user=ada, message_id=message.pk, reason=said, now=NOW)
    assert made.reason == "rude and worse"


def test_reports_have_a_limit(monkeypatch):
    monkeypatch.setattr(reports, "REPORTS_A_DAY", 1)
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    first, second = say(game, bob), say(game, bob)
    reports.report_message(game_id=game.pk, user=ada, message_id=first.pk, reason="", now=NOW)
    with pytest.raises(TooMany):
        reports.report_message(game_id=game.pk, user=ada, message_id=second.pk, reason="", now=NOW)


def test_the_context_of_a_message_is_its_channel():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob)
    say(game, ada, "before")
    say(game, cy, "elsewhere", channel="gallery")
    message = say(game, bob, "this")
    say(game, ada, "after")
    assert [near.text for near in reports.context_of(message)] == ["before", "this", "after"]


def test_the_words_of_somebody_who_has_gone_stay():
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules="koepfchen"))
    say(game, bob, "Bye")
    bob.delete()
    assert read(fresh(game), ada) == ["Bye"]
