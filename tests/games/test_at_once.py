"""Many people doing the same thing at the same moment: the row lock decides."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.engine.rules import Refusal
from games.models import Game, Move, Player
from games.services import absences, bot_turns, departures, lobby, more_time, play
from tests.tables import NOW, fresh, mover, open_table, people, play_turn, running_game, some_turn, table_of

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 50


def at_once(works: list[Callable[[], Any]]) -> list[Any]:
    """Do all of it at the same moment: what each returned, or the code of its refusal."""
    start = threading.Barrier(len(works))
    outcomes: list[Any] = [None] * len(works)

    def run(number: int, work: Callable[[], Any]) -> None:
        try:
            start.wait()
            outcomes[number] = work()
        except Refusal as refusal:
            outcomes[number] = refusal.code
        except Exception as error:  # noqa: BLE001  (a thread must tell its test)
            outcomes[number] = repr(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number, work)) for number, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def sending(game, user, actions, key="", now=NOW):
    sent = play.Sent(0, actions, key)
    return lambda: play.submit_turn(game_id=game.pk, user=user, sent=sent, now=now)["version"]


def test_of_fifty_submissions_of_one_turn_exactly_one_is_logged():
    game = running_game(*people("ada", "bob"))
    user, turn = mover(game), some_turn(game)
    outcomes = at_once([sending(game, user, turn) for _thread in range(THREADS)])
    assert Counter(outcomes) == {1: 1, "stale": THREADS - 1}
    assert Move.objects.filter(game=game).count() == fresh(game).version == 1


def test_with_the_same_key_all_fifty_get_the_same_answer():
    game = running_game(*people("ada", "bob"))
    user, turn = mover(game), some_turn(game)
    outcomes = at_once([sending(game, user, turn, key="k") for _thread in range(THREADS)])
    assert Counter(outcomes) == {1: THREADS}
    assert Move.objects.filter(game=game).count() == 1


def test_of_two_different_turns_at_the_same_version_one_wins():
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    turns = [some_turn(game, seed=seed) for seed in range(10)]
    outcomes = at_once([sending(game, user, turn) for turn in turns])
    assert Counter(outcomes) == {1: 1, "stale": 9}
    winner = outcomes.index(1)
    logged = Move.objects.get(game=game).actions
    assert [action["type"] for action in logged] == [action["type"] for action in turns[winner]]
    assert logged[0]["cells"] == turns[winner][0]["cells"]


def test_of_two_people_who_join_the_last_seat_one_gets_it():
    ada, *others = people("ada", "bob", "cy", "dot", "eve")
    game = open_table(ada, {"open": True})
    outcomes = at_once([partial(joining, game, user) for user in others])
    assert Counter(outcomes) == {Game.Status.ACTIVE: 1, "not_open": 3}
    assert len(table_of(game).players) == 2


def joining(game, user):
    return lobby.join(game_id=game.pk, user=user, now=NOW).status


def test_a_time_out_and_a_turn_cannot_both_happen():
    game = running_game(*people("ada", "bob"))
    user, turn = mover(game), some_turn(game)
    deadline = fresh(game).deadline
    assert deadline
    outcomes = at_once(
        [sending(game, user, turn, now=deadline), lambda: departures.expire_turn(game_id=game.pk, now=deadline)]
    )
    assert outcomes in ([1, False], ["game_over", True])
    assert Move.objects.filter(game=game).count() == 1


def test_a_bots_task_that_runs_ten_times_plays_once():
    game = open_table(people("ada")[0], {"bot": "random"}, order="fixed")
    play_turn(game)
    works = [lambda: bot_turns.play_bot_turn(game_id=game.pk, version=1, now=NOW) for _thread in range(10)]
    assert Counter(at_once(works)) == {True: 1, False: 9}
    assert fresh(game).version == 2


def test_nobody_has_more_than_twenty_open_tables_however_fast_they_are():
    (ada,) = people("ada")
    for _table in range(18):
        open_table(ada, {"open": True})
    outcomes = at_once([lambda: open_table(ada, {"open": True}).status for _thread in range(6)])
    assert Counter(outcomes) == {Game.Status.OPEN: 2, "too_many": 4}


def test_of_time_outs_at_several_tables_at_once_one_counts():
    ada, bob = people("ada", "bob")
    games = [running_game(ada, bob, order="fixed") for _game in range(6)]
    late = NOW + timedelta(days=3)
    outcomes = at_once([partial(departures.expire_turn, game_id=game.pk, now=late) for game in games])
    assert outcomes == [True] * 6
    assert Player.objects.filter(user=ada, left_by="timeout", timeout_counts=True).count() == 1


def test_days_off_that_are_taken_while_a_turn_is_handed_on_stop_its_clock():
    ada, bob = people("ada", "bob")
    games = [running_game(ada, bob, order="fixed") for _game in range(4)]
    turns = [sending(game, ada, some_turn(game)) for game in games]
    days = {"first_day": date(2026, 11, 20), "last_day": date(2026, 11, 21)}
    outcomes = at_once([*turns, lambda: absences.take(user=bob, now=NOW, **days).first_day])
    assert outcomes == [1, 1, 1, 1, date(2026, 11, 20)]
    assert {fresh(game).deadline for game in games} == {NOW + timedelta(days=5)}


def test_a_day_off_is_taken_once_however_often_it_is_asked_for():
    (ada,) = people("ada")
    days = {"first_day": date(2026, 11, 20), "last_day": date(2026, 11, 21)}
    outcomes = at_once([lambda: absences.take(user=ada, now=NOW, **days).first_day for _thread in range(8)])
    assert Counter(outcomes) == {date(2026, 11, 20): 1, "not_open": 7}


def test_a_button_that_is_pressed_ten_times_gives_one_day():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed")
    give = partial(more_time.give_a_day, game_id=game.pk, user=bob, version=0, given=0, now=NOW)
    outcomes = at_once([lambda: give().extensions for _thread in range(10)])
    assert Counter(outcomes) == {1: 1, "stale": 9}
    assert fresh(game).deadline == NOW + timedelta(days=4)
