"""The board game, rule by rule. Examples of the rulebook (Einfach Genial, Kosmos 2011) say so."""

from dataclasses import replace

import pytest

from games.engine.genial import RULES
from games.engine.rules import Illegal, Malformed, TurnIncomplete, TurnOver
from games.engine.swapping import SWAP
from games.engine.turns import draft, play_turn
from tests.engine.boards import board_with, cell, full_board, place, with_track
from tests.engine.tables import deal, result


def gains(state, text):
    return RULES.apply(state, place(state, text)).gains


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("r . . . .", 1),
        ("r r r . .", 3),
        (". r r . .", 0),  # a gap ends the line
        ("r b r . .", 1),  # and so does another colour
        ("b r r . .", 0),
        ("r r r r r", 5),  # or the edge
    ],
)
def test_a_line_scores_its_unbroken_neighbours(row, points):
    symbols = {f"f{number}": symbol.upper() for number, symbol in enumerate(row.split(), start=6) if symbol != "."}
    state = board_with(symbols, rack=("RG",))
    assert gains(state, "RG f5 e4") == {"R": points, "G": 0}


def test_a_half_looks_in_five_directions_and_never_towards_the_other_half():
    around = {"e5": "R", "e6": "R", "f7": "R", "g5": "R", "g6": "R"}
    state = board_with(around, rack=("RB",))
    assert gains(state, "RB f6 f5") == {"R": 5, "B": 0}


def test_the_tiles_own_symbols_never_count():
    state = board_with({}, rack=("RR",))
    assert gains(state, "RR f6 f7") == {"R": 0}


def test_a_double_scores_both_halves():
    state = board_with({"f5": "R", "f4": "R", "f8": "R"}, rack=("RR",))
    assert gains(state, "RR f6 f7") == {"R": 3}


def test_printed_symbols_count():
    state = board_with({}, rack=("RB",))
    assert gains(state, "RB b1 c2") == {"R": 1, "B": 0}


def test_points_beyond_the_end_of_the_track_count_as_gained_but_are_lost():
    state = with_track(board_with({"f5": "R", "f4": "R", "f3": "R"}, rack=("RB", "GG")), R=16)
    step = RULES.apply(state, place(state, "RB f6 g6"))
    assert step.gains == {"R": 3, "B": 0}
    assert step.state.track[0] == 18


def test_why_names_the_cells_of_each_line():
    state = board_with({"f5": "R", "f4": "R", "g6": "B"}, rack=("RB",))
    step = RULES.apply(state, place(state, "RB f6 f7"))
    assert step.why == (
        {"colour": "R", "from": cell(state, "f6"), "cells": [cell(state, "f5"), cell(state, "f4")]},
        {"colour": "B", "from": cell(state, "f7"), "cells": [cell(state, "g6")]},
    )


# --- the first round ---------------------------------------------------------------------------


def test_the_first_tile_of_each_player_touches_a_printed_symbol_of_its_own():
    state = replace(deal(RULES, "free", 3), racks=(("RB",) * 6, ("GO",) * 6, ("YV",) * 6))
    with pytest.raises(Illegal, match="printed symbol"):
        RULES.apply(state, place(state, "RB g7 g8"))
    corner = state.grid.name((1, -5))
    beyond = state.grid.name((2, -5))
    state = play_turn(RULES, state, [as_data(state, f"RB {corner} {beyond}")]).state
    assert (0, -5) not in state.opening
    assert len(state.opening) == 5
    with pytest.raises(Illegal, match="printed symbol"):  # red is taken
        RULES.apply(state, place(state, f"GO {state.grid.name((-1, -4))} {state.grid.name((-2, -3))}"))
    state = play_turn(RULES, state, [as_data(state, f"GO {state.grid.name((4, -5))} {state.grid.name((3, -5))}")]).state
    state = play_turn(RULES, state, [as_data(state, f"YV {state.grid.name((4, 0))} {state.grid.name((3, 0))}")]).state
    assert state.opening == ()
    RULES.apply(state, place(state, "RB g7 g8"))  # now anywhere


def as_data(state, text):
    return RULES.write(state, place(state, text))


# --- the bonus move ----------------------------------------------------------------------------


def test_a_colour_that_arrives_at_18_earns_a_bonus_move():
    state = with_track(board_with({"f5": "R"}, rack=("RB", "GG", "OO")), R=17)
    turn = [as_data(state, "RB f6 g6")]
    with pytest.raises(TurnIncomplete, match="Bonus move left"):
        play_turn(RULES, state, turn)
    done = play_turn(RULES, state, [*turn, as_data(state, "GG i3 i4")]).state
    assert done.seat == 1
    with pytest.raises(TurnOver):
        play_turn(RULES, state, [*turn, as_data(state, "GG i3 i4"), as_data(state, "OO j3 j4")])


def test_one_tile_can_earn_two_bonus_moves():
    state = with_track(board_with({"f5": "R", "g7": "B"}, rack=("RB", "GG", "OO")), R=17, B=17)
    after = RULES.apply(state, place(state, "RB f6 g6")).state
    assert after.due == 2
    with pytest.raises(TurnIncomplete, match="2 more"):
        play_turn(RULES, state, [as_data(state, "RB f6 g6")])


def test_a_colour_that_stands_at_18_earns_nothing_more():
    state = with_track(board_with({"f5": "R"}, rack=("RB", "GG")), R=18)
    assert RULES.apply(state, place(state, "RB f6 g6")).state.due == 0


def test_bonus_moves_lapse_when_the_board_is_full():
    state = full_board(board_with({}, rack=("RB", "GG")), but=("f6", "f7"))
    line = state.top[state.grid.index[cell(state, "f5")]]
    state = replace(with_track(state, **{line: 17}), racks=((f"{line}{line}", "GG"), state.racks[1]))
    end = RULES.apply(state, place(state, f"{line}{line} f6 f7")).state
    assert end.track["RGBOYV".index(line)] == 18
    assert (end.ended_by, end.due) == ("blocked", 0)


# --- the swap ----------------------------------------------------------------------------------


def test_a_swap_needs_a_rack_without_the_lowest_colour():
    state = with_track(board_with({}, rack=("RB", "GB", "OO")), R=5, G=3, B=5, O=5, Y=5, V=5)
    after = RULES.apply(state, place(state, "RB f6 g6")).state
    with pytest.raises(Illegal, match="You still hold a tile with green, your lowest colour, so you may not swap"):
        RULES.apply(after, SWAP)
    assert RULES.legal(after) == ()


def test_with_several_lowest_colours_the_rack_may_show_none_of_them():
    state = with_track(board_with({}, rack=("RB", "GB", "OO")), R=5, G=3, B=5, O=5, Y=3, V=5)
    after = RULES.apply(state, place(state, "RB f6 g6")).state
    with pytest.raises(Illegal, match="green"):
        RULES.apply(after, SWAP)


def test_a_swap_draws_six_then_returns_the_old_tiles_to_the_bag():
    state = with_track(board_with({}, rack=("RB", "OO", "OB")), R=5, G=3, B=5, O=5, Y=5, V=5)
    bag = state.bag
    turn = play_turn(RULES, state, [as_data(state, "RB f6 g6"), {"type": "swap"}])
    assert turn.actions[-1] == {"type": "swap", "shown": ["OO", "OB"]}
    assert turn.gains[-1] == {}
    assert turn.state.racks[0] == bag[:6]
    assert turn.state.bag == state.chance.shuffle((*bag[6:], "OO", "OB"))[0]


def test_a_swap_comes_last_and_once():
    state = with_track(board_with({}, rack=("RB", "OO", "OB")), R=5, G=3, B=5, O=5, Y=5, V=5)
    placed = as_data(state, "RB f6 g6")
    with pytest.raises(Illegal, match="at the end of a turn"):
        play_turn(RULES, state, [{"type": "swap"}, placed])
    for surplus in ({"type": "swap"}, as_data(state, "OO i3 i4")):
        with pytest.raises(TurnOver):
            play_turn(RULES, state, [placed, {"type": "swap"}, surplus])


def test_otherwise_the_rack_is_refilled_in_order_of_drawing():
    state = board_with({}, rack=("RB", "OO", "RB", "GG", "YY", "VV"))
    after = play_turn(RULES, state, [as_data(state, "RB f6 g6")]).state
    assert after.racks[0] == ("OO", "RB", "GG", "YY", "VV", state.bag[0])


# --- the end -----------------------------------------------------------------------------------


def test_the_game_ends_at_once_when_no_two_adjacent_cells_are_free():
    state = full_board(board_with({}, rack=("RB", "GG")), but=("f6", "f7", "a2"))
    turn = play_turn(RULES, state, [as_data(state, "RB f6 f7")])
    assert turn.state.ended_by == "blocked"
    assert turn.state.racks[0] == ("GG",)  # no refill any more
    with pytest.raises(TurnOver):
        play_turn(RULES, state, [as_data(state, "RB f6 f7"), {"type": "swap"}])


def test_all_six_colours_at_18_win_at_once():
    state = with_track(board_with({"f5": "R"}, rack=("RB", "GG")), **dict.fromkeys("GBOYV", 18), R=17)
    state = with_track(state, side=1, **dict.fromkeys("RGBOYV", 3))
    end = play_turn(RULES, state, [as_data(state, "RB f6 g6")]).state
    assert result(RULES, end).data() == {
        "ended_by": "instant",
        "places": [1, 2],
        "tracks": [[18] * 6, [3] * 6],
    }


@pytest.mark.parametrize(
    ("tracks", "places"),
    [
        # Rulebook: a lowest colour of 10 beats one of 9.
        ([[10, 11, 12, 13, 14, 15], [9, 18, 18, 18, 18, 18]], (1, 2)),
        # Rulebook: 9, 12, 13 loses to 9, 12, 14.
        ([[9, 12, 13, 18, 18, 18], [18, 14, 12, 9, 15, 16]], (2, 1)),
        # Rulebook: two markers at the tied position lose against one.
        ([[9, 9, 18, 18, 18, 18], [9, 10, 10, 10, 10, 10]], (2, 1)),
        # Ruling: equal to the last = shared place.
        ([[9, 12, 13, 14, 15, 16], [16, 15, 14, 13, 12, 9]], (1, 1)),
        ([[5, 5, 5, 5, 5, 5], [7, 7, 7, 7, 7, 7], [5, 5, 5, 5, 5, 5], [4, 9, 9, 9, 9, 9]], (2, 1, 2, 4)),
    ],
)
def test_ranking(tracks, places):
    state = deal(RULES, "free", len(tracks))
    state = replace(state, tracks=tuple(map(tuple, tracks)), ended_by="blocked")
    assert result(RULES, state).places == places


def test_after_an_instant_win_the_others_are_ranked_as_usual():
    state = deal(RULES, "free", 3)
    tracks = ((4,) * 6, (18,) * 6, (5,) * 6)
    assert result(RULES, replace(state, tracks=tracks, ended_by="instant", winner=1)).places == (3, 1, 2)


# --- team and solo -----------------------------------------------------------------------------


def test_team_example_of_the_rulebook():
    """Green at 14 gains 4, yellow at 16 gains 2: both stand at 18, and two bonus moves are due."""
    state = deal(RULES, "team", 4)
    green = {state.grid.name(at): "G" for at in ((-1, 0), (-2, 0), (-3, 0), (-4, 0))}
    yellow = {state.grid.name(at): "Y" for at in ((2, 0), (3, 0))}
    state = with_track(board_with({**green, **yellow}, mode="team", seats=4, rack=("GY", "RR", "RR")), G=14, Y=16)
    step = RULES.apply(state, place(state, f"GY {state.grid.name((0, 0))} {state.grid.name((1, 0))}"))
    assert step.gains == {"G": 4, "Y": 2}
    assert step.state.tracks[0][1] == step.state.tracks[0][4] == 18
    assert step.state.due == 2


@pytest.mark.parametrize(
    ("at", "points", "then", "bonus"),
    [
        (15, 4, 18, 1),  # Rulebook: 3 points used, 1 lost
        (16, 2, 18, 1),  # likewise
        (18, 3, 21, 0),  # from 18 it runs on
        (34, 5, 36, 1),  # to 36, with a second bonus move
        (36, 5, 36, 0),
    ],
)
def test_a_teams_marker_halts_at_18_and_at_36(at, points, then, bonus):
    line = [(-1 - k, 0) for k in range(points)]
    state = deal(RULES, "team", 4)
    symbols = {state.grid.name(far): "R" for far in line}
    state = with_track(board_with(symbols, mode="team", seats=4, rack=("RB", "GG", "GG")), R=at)
    after = RULES.apply(state, place(state, f"RB {state.grid.name((0, 0))} {state.grid.name((1, 0))}")).state
    assert after.tracks[0][0] == then
    assert after.due == bonus


def test_a_team_shares_its_track_and_its_place():
    state = replace(deal(RULES, "team", 4), tracks=((20,) * 6, (19,) * 6), ended_by="blocked")
    ended = result(RULES, state)
    assert ended.places == (1, 2, 1, 2)
    assert ended.data()["tracks"] == [[20] * 6, [19] * 6, [20] * 6, [19] * 6]


def test_a_teams_lowest_colour_decides_the_swap():
    state = board_with({}, mode="team", seats=4, rack=("RB", "OO"))
    state = with_track(with_track(state, R=5, G=3, B=5, O=5, Y=5, V=5), side=1, O=0)
    after = RULES.apply(state, place(state, "RB f6 f7")).state
    assert list(RULES.legal(after)) == [SWAP]


def test_a_team_wins_at_once_only_with_all_six_at_36():
    state = board_with({"f5": "R"}, mode="team", seats=4, rack=("RB", "GG"))
    eighteen = with_track(state, **dict.fromkeys("GBOYV", 18), R=17)
    assert RULES.apply(eighteen, place(state, "RB f6 f7")).state.ended_by is None
    thirty_six = with_track(state, **dict.fromkeys("GBOYV", 36), R=35)
    end = RULES.apply(thirty_six, place(state, "RB f6 f7")).state
    assert (end.ended_by, end.winner) == ("instant", 0)


def test_a_bonus_move_lapses_when_the_rack_is_empty():
    state = with_track(board_with({"f5": "R"}, mode="team", seats=4, rack=("RB",)), R=17)
    assert RULES.apply(state, place(state, "RB f6 f7")).state.due == 0


def test_alone_there_is_one_tile_no_bonus_and_no_swap():
    state = with_track(board_with({"f5": "R"}, mode="solo", seats=1, rack=("RB",)), R=17)
    turn = play_turn(RULES, state, [as_data(state, "RB f6 f7")])
    assert turn.state.tracks[0][0] == 18
    assert turn.state.racks == (state.bag[:1],)
    with pytest.raises(Illegal, match="no swapping"):
        play_turn(RULES, state, [as_data(state, "RB f6 f7"), {"type": "swap"}])


def test_alone_the_first_tile_touches_a_printed_symbol():
    state = replace(deal(RULES, "solo", 1), racks=(("RB",),))
    with pytest.raises(Illegal, match="printed symbol"):
        RULES.apply(state, place(state, "RB f6 f7"))
    assert play_turn(RULES, state, [as_data(state, "RB a2 a3")]).state.opening == ()


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("RB f6 f7", "That cell is taken: f6."),
        ("RB a1 a2", "a1 is printed on the board and is never covered."),
        ("RB f1 f2", "f1 is printed"),
        ("RB c3 c5", "A tile needs two cells side by side: c3 and c5 are not."),
        ("RB c3 c3", "side by side"),
        ("YY c3 c4", "You have no tile with yellow and yellow."),
    ],
)
def test_refusals_tell_what_is_wrong(text, sentence):
    state = board_with({"f6": "R"}, rack=("RB", "GG"))
    with pytest.raises(Illegal, match=sentence):
        RULES.apply(state, place(state, text))


def test_a_cell_off_the_board_is_no_action_at_all():
    state = board_with({}, rack=("RB",))
    with pytest.raises(Malformed, match=r"no cell \[6, 0\]"):
        draft(RULES, state, [{"type": "place", "tile": "RB", "cells": [[5, 0], [6, 0]]}])


def test_a_tile_spelled_the_other_way_round_lies_the_same():
    state = board_with({}, rack=("RB",))
    there = RULES.read({"type": "place", "tile": "RB", "cells": [[0, 0], [1, 0]]})
    back = RULES.read({"type": "place", "tile": "BR", "cells": [[1, 0], [0, 0]]})
    assert there == back
    assert RULES.apply(state, back).state.placed[0].tile == "RB"


def test_the_bag_never_runs_out():
    """81 tiles fill the largest board; with four racks that leaves enough for a swap."""
    assert (169 - 6) // 2 + 4 * 6 + 6 <= 120
