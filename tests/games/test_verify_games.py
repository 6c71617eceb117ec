import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, Move, Player
from tests.tables import bystander, fresh, people, play_on, play_turn, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = running_game(*people("ada", "bob"))
    return play_on(game, turns=6)


def verify(*options):
    call_command("verify_games", *options)


def test_games_that_were_played_here_agree_with_their_log(game, capsys):
    finished = play_on(running_game(*people("cy", "dot", "eve"), rules="koepfchen"))
    assert finished.status == Game.Status.FINISHED
    verify()
    assert capsys.readouterr().out == "2 games agree with their log.\n"


def corrupt_state(game):
    state = json.loads(game.state)
    state["bag"] = " ".join(reversed(state["bag"].split()))
    Game.objects.filter(pk=game.pk).update(state=json.dumps(state))


def break_state(game):
    Game.objects.filter(pk=game.pk).update(state="{")


def another_version(game):
    Game.objects.filter(pk=game.pk).update(version=5)


def another_seat(game):
    Game.objects.filter(pk=game.pk).update(to_move=1 - (game.to_move or 0))


@pytest.mark.parametrize("damage", [corrupt_state, break_state, another_version, another_seat])
def test_what_differs_is_found_and_can_be_rebuilt(game, damage, capsys):
    before = fresh(game)
    damage(game)
    with pytest.raises(CommandError, match="1 of 1 games differ"):
        verify()
    verify("--rebuild")
    after = fresh(game)
    assert (after.state, after.version, after.to_move) == (before.state, before.version, before.to_move)
    verify()
    play_turn(game)


def test_whoever_is_to_move_after_all_gets_a_whole_turn(game):
    right = fresh(game)
    assert right.to_move is not None
    Game.objects.filter(pk=game.pk).update(to_move=1 - right.to_move, mover=bystander(game), deadline=None)
    verify("--rebuild")
    rebuilt = fresh(game)
    assert rebuilt.mover == right.mover
    assert rebuilt.turn_began_at
    assert rebuilt.deadline == rebuilt.turn_began_at + timedelta(days=3)
    assert game.clock_entries.last().deadline == rebuilt.deadline


def test_where_nobody_is_to_move_no_clock_runs():
    game = play_on(running_game(*people("ada", "bob"), rules="koepfchen"))
    Game.objects.filter(pk=game.pk).update(to_move=0, mover=game.host, deadline=game.ended_at)
    verify("--rebuild")
    rebuilt = fresh(game)
    assert (rebuilt.to_move, rebuilt.mover, rebuilt.deadline) == (None, None, None)


def test_altered_places_are_found_and_rebuilt():
    game = play_on(running_game(*people("ada", "bob"), rules="koepfchen"))
    Player.objects.filter(game=game, seat=0).update(place=7)
    with pytest.raises(CommandError):
        verify(str(game.pk))
    verify("--rebuild")
    verify()


def alter_move(game, **change):
    assignments = ", ".join(f"{name} = %s" for name in change)
    third = Move.objects.filter(game=game)[2]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_move SET {assignments} WHERE id = %s", [*change.values(), third.pk])


def test_a_log_that_was_tampered_with_is_found_and_never_rebuilt_from(game, capsys):
    before = fresh(game).state
    alter_move(game, gains=json.dumps([{"R": 99}]))
    for options in ([], ["--rebuild"]):
        with pytest.raises(CommandError, match="differ"):
            verify(*options)
    assert "does not hold from turn 3 on" in capsys.readouterr().out
    assert fresh(game).state == before


def test_another_secret_is_found(game):
    Game.objects.filter(pk=game.pk).update(secret=bytes(32))
    with pytest.raises(CommandError):
        verify()


def test_nothing_hidden_is_printed(game, capsys):
    corrupt_state(game)
    with pytest.raises(CommandError):
        verify()
    said = capsys.readouterr().out
    assert bytes(game.secret).hex() not in said
    assert "bag" not in said
