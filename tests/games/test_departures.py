from dataclasses import replace
from datetime import timedelta

import pytest

from games import selectors
from games.engine import states
from games.engine.outcome import shared_places
from games.engine.record import read_record
from games.engine.rules import GameOver, Illegal, NotYourTurn
from games.engine.verify import verify
from games.models import Game, Move
from games.services import bot_turns, departures, lobby, play
from games.services.refusals import NotAPlayer, NotOpen
from tests.tables import (
    NOW,
    bystander,
    fresh,
    mover,
    open_table,
    people,
    person,
    play_on,
    play_turn,
    result_of,
    running_game,
    table_of,
)

pytestmark = pytest.mark.django_db

LATE = NOW + timedelta(days=3, seconds=1)


def expire(game, now=LATE):
    return departures.expire_turn(game_id=game.pk, now=now)


def player_of(game, user):
    player = table_of(game).player_of(user)
    assert player
    return player


def holds(game, reader):
    verify(read_record(selectors.record_for(table_of(game), reader)))


def test_of_two_players_the_one_who_resigns_loses():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    departures.resign(game_id=game.pk, user=bob, now=NOW)  # whoever's turn it is
    game = fresh(game)
    assert (game.status, result_of(game)["ended_by"]) == (Game.Status.FINISHED, "resigned")
    assert (player_of(game, ada).place, player_of(game, bob).place) == (1, 2)
    assert Move.objects.get(game=game).by == "server"
    holds(game, ada)
    with pytest.raises(GameOver):
        departures.resign(game_id=game.pk, user=ada, now=NOW)


def test_strangers_cannot_resign_and_nobody_before_the_start():
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"open": True})
    with pytest.raises(NotOpen):
        departures.resign(game_id=game.pk, user=ada, now=NOW)
    with pytest.raises(NotAPlayer):
        departures.resign(game_id=game.pk, user=bob, now=NOW)


def test_time_runs_out_at_the_deadline_and_not_before():
    game = running_game(*people("ada", "bob"))
    loser = mover(game)
    assert departures.overdue(now=NOW + timedelta(days=2, hours=23)) == []
    assert not expire(game, NOW + timedelta(days=2, hours=23))
    assert departures.overdue(now=LATE) == [game.pk]
    assert expire(game)
    assert not expire(game)
    game = fresh(game)
    assert result_of(game)["ended_by"] == "timeout"
    assert player_of(game, loser).place == 2


def test_a_turn_that_arrives_before_the_sweep_counts():
    game = running_game(*people("ada", "bob"))
    play_turn(game, now=LATE)
    assert not expire(game)
    assert fresh(game).status == Game.Status.ACTIVE


def test_with_three_a_bot_sits_in_and_the_leaver_is_last():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, stand_in="random")
    gone = mover(game)
    assert expire(game)
    game = fresh(game)
    assert (game.status, game.mover) == (Game.Status.ACTIVE, None)
    assert player_of(game, gone).sitting_in == "random"
    assert bot_turns.play_bot_turn(game_id=game.pk, version=1, now=LATE)
    assert [move.by for move in Move.objects.filter(game=game)] == ["server", "bot"]
    game = play_on(game, now=LATE)
    assert player_of(game, gone).place == 3
    holds(game, ada)


def test_after_a_time_out_the_seat_can_be_taken_back():
    game = running_game(*people("ada", "bob", "cy"))
    gone = mover(game)
    expire(game)
    with pytest.raises(NotYourTurn, match="take your seat back"):
        play.submit_turn(game_id=game.pk, user=gone, sent=play.Sent(1, []), now=LATE)
    departures.take_back(game_id=game.pk, user=gone, now=LATE)
    game = fresh(game)
    assert game.mover == gone
    assert game.deadline == LATE + timedelta(days=3)
    assert player_of(game, gone).sitting_in == ""
    # The bot's task comes late and finds nothing to do.
    assert not bot_turns.play_bot_turn(game_id=game.pk, version=1, now=LATE)
    assert not bot_turns.play_bot_turn(game_id=game.pk, version=2, now=LATE)
    game = play_on(game, now=LATE)
    state = table_of(game).state
    assert result_of(game)["places"] == list(shared_places(game.rules.standings(state)))
    holds(game, gone)


def test_nobody_comes_back_after_resigning():
    game = running_game(*people("ada", "bob", "cy"))
    gone = bystander(game)
    departures.resign(game_id=game.pk, user=gone, now=NOW)
    with pytest.raises(Illegal):
        departures.take_back(game_id=game.pk, user=gone, now=NOW)
    with pytest.raises(Illegal):
        departures.resign(game_id=game.pk, user=gone, now=NOW)


def test_when_everybody_has_left_the_bots_play_on_to_the_end():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, rules="koepfchen")
    for user in (ada, bob, cy):
        departures.resign(game_id=game.pk, user=user, now=NOW)
    game = play_on(game)
    assert result_of(game)["places"] == [1, 1, 1]
    holds(game, ada)


def test_a_resignation_alone_discards_the_result():
    ada = person("ada")
    game = running_game(ada, mode="solo")
    departures.resign(game_id=game.pk, user=ada, now=NOW)
    assert result_of(game)["ended_by"] == "resigned"
    holds(game, ada)


def test_what_others_do_gives_nobody_more_time():
    game = running_game(*people("ada", "bob", "cy"))
    deadline, gone = fresh(game).deadline, bystander(game)
    departures.resign(game_id=game.pk, user=gone, now=NOW + timedelta(days=1))
    assert fresh(game).deadline == deadline
    assert fresh(game).version == 1


def test_whoever_moves_has_new_time_even_if_it_is_their_turn_again():
    game = running_game(*people("ada", "bob", "cy"), rules="koepfchen")
    state = replace(table_of(game).state, grid={(0, 0): "R3"}, hands=(("G4", "G5"), ("B7",), ("BA",)), pile=())
    Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, state))
    later = NOW + timedelta(days=1)
    play_turn(game, now=later, actions=[{"type": "play", "card": "G4", "cell": [1, 0]}])
    game = fresh(game)
    assert (game.to_move, game.version) == (0, 3)  # the two others had to pass
    assert game.deadline == later + timedelta(days=3)


# --- accounts that go --------------------------------------------------------------------------


def test_the_games_of_a_deleted_account_end_or_go_on_without_it():
    ada, bob, cy = people("ada", "bob", "cy")
    duel = running_game(ada, bob)
    trio = running_game(ada, bob, cy)
    table = open_table(ada, {"open": True}, {"open": True})
    hosted = open_table(bob, {"open": True})
    lobby.join(game_id=table.pk, user=bob, now=NOW)
    bob.delete()
    assert fresh(duel).status == Game.Status.FINISHED
    assert fresh(hosted).status == Game.Status.CANCELLED
    assert len(table_of(table).players) == 1
    trio = play_on(trio)
    assert trio.status == Game.Status.FINISHED
    assert [player.name for player in table_of(trio).players].count("nobody") == 1
    holds(trio, ada)


def test_the_next_game_of_a_series_does_not_wait_for_a_deleted_account():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, rules="genial-cards", series=2)
    bob.delete()
    play_on(game)
    series = fresh(game).series
    assert series
    second = play_on(series.games.get(series_number=1))
    assert second.status == Game.Status.FINISHED
    holds(second, ada)
