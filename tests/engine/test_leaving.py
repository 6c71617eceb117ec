"""Leaving a game, as the rulings have it."""

import random

import pytest

from games.engine.leaving import apply_leaving
from games.engine.registry import RULES
from games.engine.rules import GameOver, Illegal, Malformed
from tests.engine.tables import at_every_table, deal, result, states_of

GENIAL = RULES["genial"]
RESIGN, TIMEOUT, RETURN = {"type": "resign"}, {"type": "timeout"}, {"type": "return"}


@pytest.mark.parametrize(("action", "ended_by"), [(RESIGN, "resigned"), (TIMEOUT, "timeout")])
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_of_two_players_the_other_wins(rules, action, ended_by):
    end = apply_leaving(deal(rules, "free", 2), 0, action)
    assert end.to_act is None
    assert end.n == 2  # a turn of its own
    ended = result(rules, end)
    assert (ended.ended_by, ended.places) == (ended_by, (2, 1))


@pytest.mark.parametrize("seat", range(4))
def test_a_team_that_one_leaves_has_lost(seat):
    places = result(GENIAL, apply_leaving(deal(GENIAL, "team", 4), seat, RESIGN)).places
    assert places == ((2, 1, 2, 1) if seat % 2 == 0 else (1, 2, 1, 2))


def test_alone_the_game_just_ends():
    ended = result(GENIAL, apply_leaving(deal(GENIAL, "solo", 1), 0, RESIGN))
    assert ended.ended_by == "resigned"


def play_to_the_end(rules, state):
    while not state.ended_by:
        while state.due:
            state = rules.apply(state, rules.legal(state)[0]).state
        state = rules.close(state)
    return state


@pytest.mark.parametrize("action", [RESIGN, TIMEOUT])
def test_with_three_the_game_goes_on_and_the_leaver_is_last(action):
    state = apply_leaving(deal(GENIAL, "free", 3), 0, action)
    assert state.seat == 0
    assert state.left == (0,)
    end = play_to_the_end(GENIAL, state)
    assert result(GENIAL, end).places[0] == 3


def test_several_leavers_share_the_last_place():
    state = deal(GENIAL, "free", 4)
    for seat in (2, 0):
        state = apply_leaving(state, seat, RESIGN)
    places = result(GENIAL, play_to_the_end(GENIAL, state)).places
    assert places[0] == places[2] == 3


def test_a_bot_sitting_in_cannot_win_for_the_leaver():
    from dataclasses import replace

    state = apply_leaving(deal(GENIAL, "free", 3), 0, TIMEOUT)
    end = replace(state, tracks=((18,) * 6, (1,) * 6, (2,) * 6), ended_by="instant", winner=0)
    assert result(GENIAL, end).places == (3, 2, 1)


def test_after_a_time_out_the_seat_can_be_taken_back_and_is_ranked_by_its_result():
    state = apply_leaving(deal(GENIAL, "free", 3), 0, TIMEOUT)
    back = apply_leaving(state, 0, RETURN)
    assert back.left == ()
    assert back.n == 3
    end = play_to_the_end(GENIAL, back)
    never_left = play_to_the_end(GENIAL, deal(GENIAL, "free", 3))
    assert result(GENIAL, end).places == result(GENIAL, never_left).places


def test_nobody_comes_back_after_resigning():
    state = apply_leaving(deal(GENIAL, "free", 3), 1, RESIGN)
    with pytest.raises(Illegal, match="resigned"):
        apply_leaving(state, 1, RETURN)


def test_who_timed_out_may_still_resign_but_leaves_only_once():
    state = apply_leaving(deal(GENIAL, "free", 3), 0, TIMEOUT)
    with pytest.raises(Illegal, match="left already"):
        apply_leaving(state, 0, TIMEOUT)
    state = apply_leaving(state, 0, RESIGN)
    with pytest.raises(Illegal, match="left already"):
        apply_leaving(state, 0, RESIGN)
    with pytest.raises(Illegal, match="resigned"):
        apply_leaving(state, 0, RETURN)


def test_only_the_player_to_move_runs_out_of_time():
    with pytest.raises(Illegal, match="not their turn"):
        apply_leaving(deal(GENIAL, "free", 3), 1, TIMEOUT)


def test_a_view_of_a_game_that_somebody_left_can_be_imagined():
    for rules in RULES.values():
        end = apply_leaving(deal(rules, "free", 2), 0, RESIGN)
        seen = rules.view(end, 1)
        imagined = rules.imagine(seen, random.Random(1))
        assert rules.view(imagined, 1) == seen
        assert imagined.winner == end.winner == 1


def test_who_is_there_cannot_come_back():
    with pytest.raises(Illegal, match="has not left"):
        apply_leaving(deal(GENIAL, "free", 3), 1, RETURN)


@at_every_table
def test_nobody_leaves_a_game_that_is_over(rules, mode, seats):
    *_before, end = states_of(rules, mode, seats, 1)
    with pytest.raises(GameOver):
        apply_leaving(end, 0, RESIGN)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_must_be_such_a_seat(seat):
    with pytest.raises(Malformed, match="no seat"):
        apply_leaving(deal(GENIAL, "free", 2), seat, RESIGN)
