"""Kluges Köpfchen, rule by rule. Examples of the rulebook (2007) say so."""

from dataclasses import replace

import pytest

from games.engine.koepfchen import RULES
from games.engine.koepfchen.rules import PASS, Play
from games.engine.rules import Illegal, Malformed, TurnOver
from games.engine.turns import play_turn, server_turn
from tests.engine.tables import deal, result


def grid(rows, *, left=0, top=0):
    """Cards by cell, from rows of text in which `--` is free."""
    return {
        (left + x, top + y): card for y, row in enumerate(rows) for x, card in enumerate(row.split()) if card != "--"
    }


def table(rows, hand, *, seats=2, others=("R2",), pile=(), scores=None):
    state = deal(RULES, "free", seats)
    return replace(
        state,
        grid=grid(rows),
        hands=(tuple(hand), *(tuple(others),) * (seats - 1)),
        pile=tuple(pile),
        scores=scores or (0,) * seats,
    )


def points(rows, card, cell):
    return RULES.apply(table(rows, [card]), Play(card, cell)).gains["points"]


def test_rulebook_example_1_a_straight_of_four():
    assert points(["G2 R3 B4"], "YA", (-1, 0)) == 1


def test_rulebook_example_2_an_ace_is_an_8_for_laying_but_no_group_comes_of_it():
    assert points(["YA G2 R3 B4"], "Y7", (-1, 0)) == 0


def test_rulebook_example_3_a_straight_and_a_flush():
    """A red 2 beside a red 3 makes a straight of four and three reds."""
    assert points(["R3 RA B4"], "R2", (-1, 0)) == 2


def test_rulebook_example_4_a_set_of_three():
    """A violet 5 beside an orange 4; strangers within the line do not matter."""
    assert points(["O4 B5 G2 Y5"], "V5", (-1, 0)) == 2


def test_rulebook_example_5_a_set_in_the_row_and_a_flush_in_the_column():
    assert points(["-- Y2", "-- Y3", "V5 -- R6 B6"], "Y6", (1, 2)) == 3


def test_an_ace_is_no_8_in_a_straight():
    assert points(["G6 B5 VA"], "R7", (-1, 0)) == 0


@pytest.mark.parametrize(
    ("row", "card", "worth"),
    [
        ("R2 B3 G4 V5", "OA", 2),
        ("R2 B3 G4 V5 T6", "OA", 3),
        ("R2 B3 G4 V5 T6 Y7", "OA", 5),
        ("R3 R6 R7", "R2", 2),  # flush of four
        ("R3 R6 R7 R5", "R2", 3 + 0),  # flush of five; 2 3 5 6 7 is no straight
        ("B3 G4 V4 T4", "R4", 3),  # set of four
        ("B3 G4 V4 T4 Y4", "R4", 5),
        ("B3 G4 V4 T4 Y4 O4", "R4", 10),
        ("RA R3 R4 R5 R6 R7", "R2", 10 + 5),  # all seven reds: flush and straight
    ],
)
def test_what_groups_are_worth(row, card, worth):
    assert points([row], card, (-1, 0)) == worth


def test_a_set_of_seven_wins_at_once():
    state = table(["B4 G4 V4 T4 Y4 O4", "-- R3"], ["R4", "R5"], scores=(0, 30))
    state = replace(state, grid={**state.grid, (6, 1): "R3"})
    end = play_turn(RULES, state, [{"type": "play", "card": "R4", "cell": [6, 0]}]).state
    assert (end.ended_by, end.winner) == ("instant", 0)
    assert result(RULES, end).places == (1, 2)
    assert end.hands[0] == ("R5",)


def test_row_and_column_score_on_their_own():
    assert points(["-- R3", "-- R4", "R3 -- R5"], "R6", (1, 2)) == 1 + 1


def test_only_unbroken_lines_count():
    assert points(["G2 -- R3 B4"], "YA", (-1, 0)) == 0


def test_why_names_the_groups():
    step = RULES.apply(table(["R3 RA B4"], ["R2"]), Play("R2", (-1, 0)))
    assert step.why == (
        {"line": "row", "kind": "flush", "cells": ((-1, 0), (0, 0), (1, 0)), "points": 1},
        {"line": "row", "kind": "straight", "cells": ((1, 0), (-1, 0), (0, 0), (2, 0)), "points": 1},
    )


# --- laying ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beside", "card"), [("R3", "B2"), ("R3", "B4"), ("RA", "B2"), ("RA", "B7"), ("R7", "BA"), ("R7", "B6")]
)
def test_a_card_fits_beside_one_that_differs_by_one(beside, card):
    assert RULES.apply(table([beside], [card]), Play(card, (1, 0)))


@pytest.mark.parametrize(("beside", "card"), [("R3", "B3"), ("R3", "B5"), ("RA", "BA"), ("RA", "B3"), ("R7", "B5")])
def test_other_cards_do_not_fit(beside, card):
    with pytest.raises(Illegal, match="one higher or one lower"):
        RULES.apply(table([beside], [card]), Play(card, (1, 0)))


def test_other_neighbours_need_not_fit():
    assert RULES.apply(table(["R3 -- B7"], ["G4"]), Play("G4", (1, 0)))


def test_the_laid_card_lies_beside_the_grid_on_a_free_cell():
    state = table(["R3"], ["G4", "G2"])
    with pytest.raises(Illegal, match="taken"):
        RULES.apply(state, Play("G4", (0, 0)))
    for far in ((2, 0), (1, 1)):
        with pytest.raises(Illegal, match="one higher"):
            RULES.apply(state, Play("G4", far))


def test_a_line_may_not_exceed_seven_cards():
    state = table(["R2 B3 G2 V3 T2 Y3 O2"], ["G3"])
    with pytest.raises(Illegal, match="longer than 7"):
        RULES.apply(state, Play("G3", (7, 0)))
    joined = table(["R2 B3 G2 V3 -- Y3 O2 T3"], ["B2"])  # 4 + 1 + 3 would be eight
    with pytest.raises(Illegal, match="longer than 7"):
        RULES.apply(joined, Play("B2", (4, 0)))


def test_a_turn_is_one_card_and_one_draw():
    state = table(["R3"], ["G4", "G2", "B7", "BA"], others=("R2", "R4"), pile=("V5", "V6"))
    laid = {"type": "play", "card": "G4", "cell": [1, 0]}
    after = play_turn(RULES, state, [laid]).state
    assert after.hands[0] == ("G2", "B7", "BA", "V5")
    assert after.pile == ("V6",)
    assert after.seat == 1
    with pytest.raises(TurnOver):
        play_turn(
            RULES,
            state,
            [{"type": "play", "card": "G4", "cell": [1, 0]}, {"type": "play", "card": "G2", "cell": [-1, 0]}],
        )


def passed(state):
    turn = server_turn(RULES, state)
    assert turn
    return turn


# --- passing and the end -----------------------------------------------------------------------


def test_who_cannot_play_shows_the_hand_and_passes_without_drawing():
    state = table(["R3"], ["G7", "B6"], others=("R2",), pile=("V5",))
    turn = passed(replace(state, hands=(("G7", "B6", "B7", "T6"), ("R2",))))
    assert turn.actions == ({"type": "pass", "shown": ["G7", "B6", "B7", "T6"]},)
    assert turn.gains == ({},)
    assert turn.state.seat == 1
    assert turn.state.pile == ("V5",)
    assert turn.state.hands[0] == ("G7", "B6", "B7", "T6")


def test_what_a_pass_showed_stays_public_until_it_is_laid():
    state = table(["R3"], ["G7", "B6"], others=("R2", "R4"))
    state = passed(state).state
    assert RULES.view(state, 1)["shown"] == [["G7", "B6"], []]
    assert "G7" not in RULES.view(state, 1)["unseen"]
    state = play_turn(RULES, state, [{"type": "play", "card": "R4", "cell": [1, 0]}]).state
    state = replace(state, grid={**state.grid, (5, 5): "Y6"})
    state = play_turn(RULES, state, [{"type": "play", "card": "G7", "cell": [5, 6]}]).state
    assert state.shown == (("B6",), ())


def test_the_server_passes_for_nobody_who_can_play():
    state = table(["R3"], ["G4"])
    assert server_turn(RULES, state) is None
    with pytest.raises(Illegal, match="must lay one"):
        RULES.apply(state, PASS)


def test_players_cannot_pass_by_themselves():
    with pytest.raises(Malformed):
        play_turn(RULES, table(["R3"], ["G4"]), [{"type": "pass", "shown": []}])


def test_a_player_without_cards_is_passed_over():
    state = table(["R3"], ["G4"], seats=3, others=("R2", "R4"))
    state = replace(state, hands=(("G4", "G5"), (), ("R2", "R4")))
    after = play_turn(RULES, state, [{"type": "play", "card": "G4", "cell": [1, 0]}]).state
    assert after.seat == 2


def test_the_game_ends_when_nobody_can_play():
    state = table(["R3"], ["G4", "G7"], others=("BA",))
    end = play_turn(RULES, state, [{"type": "play", "card": "G4", "cell": [1, 0]}]).state
    assert end.ended_by == "stuck"
    assert server_turn(RULES, end) is None


def test_the_game_ends_when_all_cards_are_laid():
    state = table(["R3"], ["G4"], others=(), scores=(2, 2))
    end = play_turn(RULES, state, [{"type": "play", "card": "G4", "cell": [1, 0]}]).state
    assert end.ended_by == "cards"
    assert result(RULES, end).data() == {"ended_by": "cards", "places": [1, 1], "scores": [2, 2]}


def test_three_players_start_with_a_tenth_card():
    assert len(deal(RULES, "free", 2).grid) == 9
    assert (2, 0) in deal(RULES, "free", 3).grid
