"""The stacking game, rule by rule. Examples of the rulebook (Einfach Genial 3D) say so."""

from dataclasses import replace

import pytest

from games.engine.boardstate import Placed
from games.engine.genial3d import RULES
from games.engine.genial3d.state import restored
from games.engine.genial3d.variants import START_CELLS, VARIANTS
from games.engine.rules import Illegal, TurnIncomplete
from games.engine.swapping import SWAP
from games.engine.tiles import Place
from games.engine.turns import play_turn
from tests.engine.boards import with_track
from tests.engine.tables import deal, result


def stacked(tiles, *, seats=2, rack=("RB", "GO", "YV", "RV", "GB"), opening=(), stones="RGBOYV", mode="free", **fields):
    """A position with these tiles laid in order: `("RB", (q, r), (q, r), level)`."""
    state = deal(RULES, mode, seats)
    placed = tuple(Placed(1, 0, tile, (first, second), level) for tile, first, second, level in tiles)
    return restored(
        {
            "variant": VARIANTS[mode],
            "seats": seats,
            "chance": state.chance,
            "stones": tuple(zip(START_CELLS, stones, strict=True)),
            "placed": placed,
            "racks": (rack, *state.racks[1:]),
            "bag": state.bag,
            "tracks": state.tracks,
            "opening": opening,
            **fields,
        }
    )


def test_the_board_and_its_stones():
    state = deal(RULES, "free", 2)
    assert len(state.grid.cells) == 61
    assert [cell for cell, _colour in state.stones] == list(START_CELLS)
    assert sorted(colour for _cell, colour in state.stones) == sorted("RGBOYV")
    assert all(state.heights[state.grid.index[cell]] == 1 for cell in START_CELLS)


@pytest.mark.parametrize(
    ("mode", "seats", "tiles", "doubles"),
    [("free", 4, 78, 3), ("free", 3, 72, 2), ("free", 2, 60, 0), ("solo", 1, 60, 0)],
)
def test_how_many_tiles_there_are(mode, seats, tiles, doubles):
    state = deal(RULES, mode, seats)
    supply = [tile for rack in (*state.racks, state.bag) for tile in rack]
    assert len(supply) == tiles
    assert (supply.count("RR"), supply.count("RG")) == (doubles, 4)


# --- placing -----------------------------------------------------------------------------------


def test_both_cells_must_be_equally_high():
    state = stacked([("RB", (0, 0), (1, 0), 0)])
    with pytest.raises(Illegal, match="equally high"):
        RULES.apply(state, Place("GO", ((1, 0), (2, 0))))
    with pytest.raises(Illegal, match="equally high"):  # a start stone is one level high
        RULES.apply(state, Place("GO", ((2, 0), (3, 0))))


def test_a_tile_may_not_lie_exactly_on_another():
    state = stacked([("RB", (0, 0), (1, 0), 0)])
    for cells in (((0, 0), (1, 0)), ((1, 0), (0, 0))):
        with pytest.raises(Illegal, match="exactly on another"):
            RULES.apply(state, Place("GO", cells))


def test_it_may_lie_across_two():
    state = stacked([("RB", (0, 0), (1, 0), 0), ("GO", (2, 0), (2, 1), 0)])
    after = RULES.apply(state, Place("YV", ((1, 0), (2, 0)))).state
    assert after.placed[-1].level == 1
    assert after.heights[after.grid.index[1, 0]] == 2
    # The new tile covers two halves of others; across it and its neighbour goes the next level.
    with pytest.raises(Illegal, match="exactly on another"):
        RULES.apply(replace(after, due=1), Place("RB", ((1, 0), (2, 0))))


def test_start_stones_may_be_built_on():
    state = stacked([("GO", (2, 0), (2, 1), 0)])
    after = RULES.apply(state, Place("RB", ((2, 0), (3, 0)))).state
    assert after.top[after.grid.index[3, 0]] == "B"
    assert after.placed[-1].level == 1


# --- the opening -------------------------------------------------------------------------------


def test_while_a_start_stone_is_untouched_a_tile_must_touch_one():
    state = stacked([], opening=START_CELLS)
    with pytest.raises(Illegal, match="start stone"):
        RULES.apply(state, Place("RB", ((0, 0), (1, 0))))
    after = RULES.apply(state, Place("RB", ((2, 0), (1, 0)))).state
    assert (3, 0) not in after.opening
    assert len(after.opening) == 5


def test_a_tile_that_touches_several_stones_counts_for_all():
    """Stones stand three apart, so a tile between two of them touches both."""
    state = stacked([], opening=START_CELLS)
    after = RULES.apply(state, Place("RB", ((1, -3), (2, -3)))).state
    assert (0, -3) not in after.opening
    assert (3, -3) not in after.opening


def test_should_no_placement_satisfy_the_opening_any_legal_one_may_be_made():
    state = stacked([], opening=((0, -3),))
    heights = list(state.heights)
    for near in state.grid.neighbours[state.grid.index[0, -3]]:
        heights[near] = 5 + near  # nothing beside the stone is level with anything
    state = replace(state, heights=tuple(heights))
    assert len(RULES.legal(state)) > 0
    assert RULES.apply(state, Place("RB", ((0, 0), (1, 0)))).state.placed


# --- scoring -----------------------------------------------------------------------------------


def test_rulebook_opening_between_two_start_stones():
    """Violet ring and green disc, each beside its own stone: a point for both."""
    state = stacked([], stones="VGBOYR", rack=("GV",), opening=START_CELLS)
    assert RULES.apply(state, Place("GV", ((2, -3), (1, -3)))).gains == {"G": 1, "V": 1}


def test_rulebook_opening_with_one_match():
    """Orange hexagon and red star: no orange beside it, one red."""
    state = stacked([], rack=("RO",), opening=START_CELLS)
    assert RULES.apply(state, Place("RO", ((0, -2), (0, -1)))).gains == {"R": 1, "O": 0}


def test_rulebook_rows_to_the_left():
    """A row of three suns brings three, a row of two red stars brings two."""
    suns = [("YG", (-1, 0), (-1, 1), 0), ("YY", (-2, 0), (-3, 0), 0)]
    stars = [("RR", (-1, -1), (-2, -1), 0)]
    state = stacked([*stars, *suns], stones="RGBOVY", rack=("RY",))
    # The stone at (-3, 0) is covered by a sun: what counts is the view from above.
    assert RULES.apply(state, Place("RY", ((0, -1), (0, 0)))).gains["Y"] == 3
    assert RULES.apply(state, Place("RY", ((0, -1), (0, 0)))).gains["R"] == 2


def test_rulebook_double_scores_each_half_on_its_own():
    """Each sun finds three in two directions of its own: six in all."""
    symbols = dict.fromkeys([(-1, 0), (-1, 1), (-2, 2), (2, 0), (2, -1), (3, -2)], "Y")
    state = stacked([], seats=4, stones="RGBOVY", rack=("YY",))
    top = list(state.top)
    for at, symbol in symbols.items():
        top[state.grid.index[at]] = symbol
    state = replace(state, top="".join(top))
    assert RULES.apply(state, Place("YY", ((0, 0), (1, 0)))).gains == {"Y": 3 + 3}


def test_levels_do_not_interrupt_a_line():
    state = stacked([("RB", (1, 0), (1, 1), 0), ("RG", (2, 0), (2, -1), 0)], rack=("RV",))
    high = replace(state, heights=tuple(h + 3 * (i == state.grid.index[2, 0]) for i, h in enumerate(state.heights)))
    assert RULES.apply(high, Place("RV", ((0, 0), (-1, 0)))).gains == {"R": 2, "V": 0}


def test_towards_the_other_half_nothing_counts_even_when_it_covers_a_symbol():
    """Stacked on red, the blue half hides it; and the line beyond the other half is cut off, too."""
    state = stacked([("RG", (1, 0), (1, 1), 0), ("RO", (0, 0), (0, 1), 0), ("RR", (2, 0), (2, -1), 0)], rack=("RB",))
    step = RULES.apply(state, Place("RB", ((0, 0), (1, 0))))
    assert step.gains == {"R": 0, "B": 0}


# --- track, bonus, swap ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "points", "then", "bonus"),
    [(17, 1, 18, 1), (16, 4, 20, 1), (18, 3, 21, 0), (26, 4, 27, 1), (27, 3, 27, 0), (12, 4, 16, 0)],
)
def test_bonus_fields_are_reached_or_passed(at, points, then, bonus):
    row = [(k, 0) for k in range(-points, 0)]
    state = stacked([], rack=("RB", "GO", "YV"))
    top = list(state.top)
    for far in row:
        top[state.grid.index[far]] = "R"
    state = with_track(replace(state, top="".join(top)), R=at)
    gained = RULES.apply(state, Place("RB", ((0, 0), (1, 0))))
    assert gained.gains["R"] == points
    assert gained.state.track[0] == then
    assert gained.state.due == bonus


def test_bonus_moves_are_compulsory():
    state = with_track(stacked([("RO", (-1, 0), (-2, 0), 0)]), R=17)
    first = RULES.write(state, Place("RB", ((0, 0), (1, 0))))
    with pytest.raises(TurnIncomplete):
        play_turn(RULES, state, [first])


def test_a_swap_draws_five():
    state = with_track(stacked([], rack=("RB", "RO")), R=3, B=3, O=3, G=1, Y=3, V=3)
    turn = play_turn(RULES, state, [RULES.write(state, Place("RB", ((0, 0), (1, 0)))), {"type": "swap"}])
    assert turn.state.racks[0] == state.bag[:5]
    assert len(turn.state.bag) == len(state.bag) - 5 + 1


# --- the end -----------------------------------------------------------------------------------


def test_the_final_round_gives_everybody_one_more_turn():
    state = stacked([], bag=("RG",) * 5)
    spots = [((q, 0), (q, 1)) for q in (-2, -1, 0, 1)]
    state = play_turn(RULES, state, [RULES.write(state, Place(state.rack[0], spots[0]))]).state
    assert state.turns_left == 2  # four tiles left, everybody refilled
    assert RULES.view(state, None)["final_round"] is True
    sizes = [len(rack) for rack in state.racks]
    state = play_turn(RULES, state, [RULES.write(state, Place(state.rack[0], spots[1]))]).state
    assert len(state.racks[1]) == sizes[1] - 1  # no refill
    after = RULES.apply(state, Place(state.rack[0], spots[2])).state
    assert RULES.legal(after) == ()
    with pytest.raises(Illegal, match="final round"):
        RULES.apply(after, SWAP)
    end = RULES.close(after)
    assert end.ended_by == "tiles"


def test_the_game_ends_at_once_when_a_placement_is_due_and_none_is_possible():
    state = stacked([])
    free = state.grid.index[0, 0], state.grid.index[1, 0]
    heights = tuple(0 if i in free else 10 + i for i in range(len(state.heights)))
    state = replace(state, heights=heights)
    end = play_turn(RULES, state, [RULES.write(state, Place("RB", ((0, 0), (1, 0))))]).state
    assert end.ended_by == "blocked"


def test_a_bonus_move_without_room_ends_the_game():
    state = with_track(stacked([("RO", (-1, 0), (-2, 0), 0)]), R=17)
    free = state.grid.index[0, 0], state.grid.index[1, 0]
    state = replace(state, heights=tuple(0 if i in free else 10 + i for i in range(len(state.heights))))
    step = RULES.apply(state, Place("RB", ((0, 0), (1, 0))))
    assert (step.state.ended_by, step.state.due) == ("blocked", 0)


def test_all_six_at_27_win_at_once():
    state = with_track(stacked([("RO", (-1, 0), (-2, 0), 0)]), **dict.fromkeys("GBOYV", 27), R=26)
    end = RULES.apply(state, Place("RB", ((0, 0), (1, 0)))).state
    assert (end.ended_by, end.winner) == ("instant", 0)


def test_rulebook_ranking():
    """17 wins; 14, 18, 19 comes before 14, 18, 18; 11 is last."""
    tracks = ((14, 18, 18, 20, 21, 22), (17, 20, 20, 20, 20, 20), (11, 27, 27, 27, 27, 27), (14, 18, 19, 20, 20, 20))
    state = replace(deal(RULES, "free", 4), tracks=tracks, ended_by="tiles")
    assert result(RULES, state).places == (3, 1, 4, 2)


def test_alone_the_track_halts_at_27_and_the_last_tile_ends_the_game():
    state = with_track(stacked([("RO", (-1, 0), (-2, 0), 0)], mode="solo", seats=1, rack=("RB",), bag=()), R=26)
    end = play_turn(RULES, state, [RULES.write(state, Place("RB", ((0, 0), (1, 0))))]).state
    assert end.tracks[0][0] == 27
    assert end.ended_by == "tiles"
