from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games import selectors
from games.engine import states
from games.engine.record import read_record
from games.engine.rules import GameOver, Illegal, Malformed, NotYourTurn, TurnIncomplete, TurnOver
from games.engine.verify import verify
from games.models import Game, Move, Submission
from games.services import play
from games.services.refusals import NotAPlayer, NotOpen, Stale, Unknown
from tests.engine.tables import at_every_table
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
    some_turn,
    table_of,
)

pytestmark = pytest.mark.django_db


def submit(game, user, *, version=None, actions=None, key=""):
    sent = play.Sent(fresh(game).version if version is None else version, actions or some_turn(game), key)
    return play.submit_turn(game_id=game.pk, user=user, sent=sent, now=NOW)


def test_a_turn_is_logged_and_the_next_player_has_their_time():
    game = running_game(*people("ada", "bob"), pace={"days": 2})
    first, then = mover(game), bystander(game)
    answer = play_turn(game, now=NOW + timedelta(hours=5))
    game = fresh(game)
    assert (game.version, game.mover) == (1, then)
    assert game.deadline == NOW + timedelta(days=2, hours=5)
    move = Move.objects.get(game=game)
    assert (move.n, move.by) == (1, "player")
    assert answer["version"] == 1
    assert answer["view"]["rack"] == list(table_of(game).state.racks[answer["my_seat"]])
    assert first != then


def test_without_a_pace_a_game_ends_when_nobody_moves_for_sixty_days():
    game = running_game(*people("ada", "bob"), pace=None)
    play_turn(game)
    assert fresh(game).deadline == NOW + timedelta(days=60)


@at_every_table
def test_a_whole_game_gives_a_record_that_holds(rules, mode, seats):
    users = people(*"abcd"[:seats])
    game = play_on(running_game(*users, rules=rules.key, mode=mode))
    assert game.status == Game.Status.FINISHED
    assert game.to_move is None
    assert game.deadline is None
    table = table_of(game)
    assert [player.place for player in table.players] == result_of(game)["places"]
    verify(read_record(selectors.record_for(table, users[0])))


def test_who_is_not_to_move_cannot_play():
    game = running_game(*people("ada", "bob"))
    with pytest.raises(NotYourTurn):
        submit(game, bystander(game))
    with pytest.raises(NotAPlayer):
        submit(game, person("cy"))


def test_a_private_game_is_unknown_to_others():
    ada, _bob = people("ada", "bob")
    game = open_table(ada, {"invite": "bob"}, public=False)
    with pytest.raises(Unknown):
        submit(game, person("cy"), version=0, actions=[{"type": "swap"}])
    assert game.status == Game.Status.OPEN
    with pytest.raises(NotOpen):
        submit(game, ada, version=0, actions=[{"type": "swap"}])


def test_a_stale_turn_is_refused():
    game = running_game(*people("ada", "bob"))
    turn = some_turn(game)
    user = mover(game)
    submit(game, user, actions=turn)
    with pytest.raises(Stale, match="version 1"):
        submit(game, user, version=0, actions=turn)
    assert fresh(game).version == 1


def test_refused_turns_change_nothing():
    game = running_game(*people("ada", "bob"))
    before = Game.objects.filter(pk=game.pk).values().get()
    user = mover(game)
    turn = some_turn(game)
    for actions, refusal in (
        ([{"type": "place"}], Malformed),
        ([{"type": "swap"}], Illegal),
        ([*turn, turn[0]], TurnOver),
        ("place", Malformed),
    ):
        with pytest.raises(refusal):
            submit(game, user, actions=actions)
    with pytest.raises(TurnIncomplete):
        play.submit_turn(game_id=game.pk, user=user, sent=play.Sent(0, []), now=NOW)
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert not Move.objects.exists()


def test_a_game_that_is_over_takes_no_turn():
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules="koepfchen"))
    with pytest.raises(GameOver):
        submit(game, ada, actions=[{"type": "play", "card": "R7", "cell": [0, 0]}])


# --- the same submission again -----------------------------------------------------------------


def test_the_same_submission_with_the_same_key_gets_the_first_answer_again():
    game = running_game(*people("ada", "bob"))
    user, turn = mover(game), some_turn(game)
    first = submit(game, user, version=0, actions=turn, key="k")
    play_turn(game)
    assert submit(game, user, version=0, actions=turn, key="k") == first
    assert fresh(game).version == 2


def test_a_key_belongs_to_one_submission_of_one_person():
    game = running_game(*people("ada", "bob"))
    user, other, turn = mover(game), bystander(game), some_turn(game)
    submit(game, user, version=0, actions=turn, key="k")
    with pytest.raises(Malformed, match="Idempotency-Key"):
        submit(game, user, version=1, actions=turn, key="k")
    submit(game, other, version=1, key="k")
    assert fresh(game).version == 2


def test_keys_are_kept_for_a_day():
    game = running_game(*people("ada", "bob"))
    user, turn = mover(game), some_turn(game)
    submit(game, user, version=0, actions=turn, key="k")
    play.forget_old_submissions(now=NOW + timedelta(hours=23))
    assert Submission.objects.count() == 1
    sent = play.Sent(0, turn, "k")
    with pytest.raises(Stale):
        play.submit_turn(game_id=game.pk, user=user, sent=sent, now=NOW + timedelta(hours=25))
    assert play.forget_old_submissions(now=NOW + timedelta(hours=25)) == 1


def test_a_refused_turn_does_not_use_its_key_up():
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    with pytest.raises(Illegal):
        submit(game, user, version=0, actions=[{"type": "swap"}], key="k")
    submit(game, user, version=0, key="k")


# --- the log -----------------------------------------------------------------------------------


def test_moves_are_only_ever_added():
    game = running_game(*people("ada", "bob"))
    play_turn(game)
    move = Move.objects.get()
    with pytest.raises(TypeError):
        move.save()
    with pytest.raises(TypeError):
        move.delete()


@pytest.mark.parametrize("change", [{"n": 1}, {"by": "nobody"}, {"n": 0}])
def test_the_database_refuses_moves_that_cannot_be(change: dict[str, object]) -> None:
    game = running_game(*people("ada", "bob"))
    play_turn(game)
    fields = {"game": game, "n": 2, "seat": 0, "by": "player", "actions": [], "gains": [], "at": NOW, **change}
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(**fields)


def test_the_database_refuses_games_that_cannot_be():
    game = running_game(*people("ada", "bob"))
    impossible: list[dict[str, object]] = [
        {"status": "paused"},
        {"to_move": 2},
        {"state": ""},
        {"status": "finished"},
        {"result": {}},
    ]
    for change in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(**change)


def test_the_stored_state_is_the_state():
    game = running_game(*people("ada", "bob"))
    play_on(game, turns=5)
    game = fresh(game)
    assert states.dump(game.rules, table_of(game).state) == game.state


# --- what the server does by itself ---------------------------------------------------------------


def test_the_server_passes_in_koepfchen_within_the_same_commit():
    game = running_game(*people("ada", "bob", "cy"), rules="koepfchen")
    state = replace(
        table_of(game).state,
        grid={(0, 0): "R3"},
        hands=(("G4", "G5"), ("B7",), ("R2",)),
        pile=(),
    )
    Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, state))
    play_turn(game, actions=[{"type": "play", "card": "G4", "cell": [1, 0]}])
    game = fresh(game)
    assert (game.version, game.to_move) == (2, 2)
    first, passed = Move.objects.filter(game=game)
    assert (passed.seat, passed.by, passed.actions) == (1, "server", [{"type": "pass", "shown": ["B7"]}])
    assert first.by == "player"
