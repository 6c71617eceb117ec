"""Private notes and the number of spectators."""

import json

import pytest

from games import selectors
from games.engine.rules import Malformed
from games.models import Note
from games.services import notes, watching
from games.services.refusals import NotAPlayer, Unknown
from tests.tables import NOW, people, play_on, running_game, table_of

pytestmark = pytest.mark.django_db


def write(game, user, text):
    return notes.write_note(game_id=game.pk, user=user, text=text, now=NOW)


def test_a_note_is_for_its_author_and_its_game():
    ada, bob = people("ada", "bob")
    game, other = running_game(ada, bob), running_game(ada, bob)
    write(game, ada, "bob hoards green\r\nkeep YY \n")
    assert notes.note_of(table_of(game), ada) == "bob hoards green\nkeep YY"
    assert notes.note_of(table_of(game), bob) == ""
    assert notes.note_of(table_of(other), ada) == ""


def test_a_note_takes_the_place_of_the_last():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    for text in ("first", "second", ""):
        write(game, ada, text)
    assert Note.objects.get().text == ""


def test_only_players_take_notes():
    ada, bob, cy = people("ada", "bob", "cy")
    with pytest.raises(NotAPlayer):
        write(running_game(ada, bob), cy, "x")
    with pytest.raises(Unknown):
        write(running_game(ada, bob, public=False), cy, "x")


def test_a_note_has_an_end():
    ada, bob = people("ada", "bob")
    with pytest.raises(Malformed):
        write(running_game(ada, bob), ada, "x" * 4001)


def test_a_note_is_in_no_record_and_in_nobodys_game():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, rules="koepfchen")
    write(game, ada, "the secret plan")
    table = table_of(play_on(game))
    for reader in (ada, bob):
        assert "secret plan" not in json.dumps(
            [selectors.record_for(table, reader), selectors.game_data(table, reader)]
        )


def test_spectators_are_counted_once_each_and_forgotten(monkeypatch):
    (ada, bob), clock = people("ada", "bob"), [1000.0]
    monkeypatch.setattr("time.time", lambda: clock[0])
    game = running_game(ada, bob).pk
    assert watching.count(game) == 0
    assert [watching.look(game, who) for who in ("cy", "dot", "cy")] == [1, 2, 2]
    clock[0] += 100
    watching.look(game, "dot")
    clock[0] += 100
    assert watching.count(game) == 1


def test_whom_the_count_is_of_is_not_kept():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob).pk
    watching.look(game, "127.0.0.1 Firefox")
    (mark,) = watching.watchers(game)
    assert "127" not in mark
