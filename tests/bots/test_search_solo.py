"""Alone on the board: what the quick player weighs there, and that playouts trust its first glance."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games.bots.bot import Budget
from games.bots.kernels import genial as kernel
from games.bots.kernels import hexpolicy, solo_policy
from games.bots.kernels.chance import seeded
from games.bots.kernels.hexboard import KIND, LAID, RACKS, STEPS, TRACKS, undealt, variant_numbers
from games.bots.search import genial, hexsearch
from games.engine.dealing import SECRET_BYTES
from games.engine.registry import RULES
from games.engine.seating import start

DEALS = 300


@pytest.fixture(scope="module")
def first():
    rules = RULES["genial"]
    _seating, state = start(rules, "solo", {"order": "fixed"}, bytes(SECRET_BYTES), ["0"])
    return state


def lowest(state, weights):
    """What the quick player reaches on average."""
    board = kernel.tables(state.grid.radius)
    fresh, numbers = undealt(kernel.converted(state), 1), variant_numbers(state.variant, 1)
    chance = seeded(random.Random(1))
    return hexpolicy.matches(fresh, numbers, board.pairs, board.near, weights[None], chance, DEALS)[0] / DEALS


def test_the_tuned_player_reaches_more_than_one_who_takes_points(first):
    """17.1 against 10.3 over 3,000 deals."""
    assert lowest(first, genial.ALONE) > 1.4 * lowest(first, genial.ALONE_ALIKE)


def top(state, weights, tile, tracks):
    """The placement that looks best with this tile in hand."""
    game = kernel.converted(state)
    game[RACKS], game[TRACKS : TRACKS + 6] = KIND[tile], tracks
    game[LAID] = 1
    position = hexsearch.Position(game, variant_numbers(state.variant, 1), kernel.tables(state.grid.radius))
    settings = hexsearch.Settings(weights=weights, candidates=1)
    ((_worth, placement),) = position.top(settings, seeded(random.Random(0)), 1)
    return placement.tolist(), position


def only(**weights):
    found = np.zeros((2, solo_policy.COLUMNS))
    for name, weight in weights.items():
        found[:, getattr(solo_policy, name)] = weight
    return found


@pytest.mark.parametrize(("tracks", "colour"), [((0, 9, 9, 9, 9, 9), 0), ((9, 0, 9, 9, 9, 9), 1)])
def test_points_go_where_the_track_is_low(first, tracks, colour):
    (kind, turned, a, b), position = top(first, only(SHARP=0.3), "RG", tracks)
    (printed,) = (spot for spot in position.tables.cell if position.game[spot] == 1 + colour)
    cell = (a, b)[colour if not turned else 1 - colour]
    assert kind == KIND["RG"]
    assert cell - printed in STEPS


def test_what_the_board_offers_makes_a_colour_less_needed(first):
    """Green is two behind, but the board offers it much more: then red is laid to score."""
    numbers = variant_numbers(first.variant, 1)
    reach = np.zeros(288 * 8, dtype=np.int8)
    game = kernel.converted(first)
    board = kernel.tables(first.grid.radius)
    hexpolicy.fill_reach(game, reach)
    game[TRACKS : TRACKS + 6] = (5, 3, 9, 9, 9, 9)
    game[RACKS] = KIND["RG"]
    spot = next(at for at in board.cell if not game[at] and not reach[8 * at : 8 * at + 6].any())
    reach[8 * spot + 1] = 20
    work = hexpolicy.bench(board.pairs)
    worths = []
    for weight in (0.0, 0.5):
        solo_policy.weigh_alone(
            game, numbers, only(SHARP=0.3, OFFERED=weight), reach, board.pairs, len(board.pairs), work.points,
            work.caps, work.halves,
        )  # fmt: skip
        worths.append((work.points[0, 1], work.points[1, 1]))
    (red, green), (red_then, green_then) = worths
    assert green > red
    assert green_then < red_then


def test_few_playouts_leave_the_choice_to_the_first_glance(first):
    seen = RULES["genial"].view(first, 0)
    trusting = hexsearch.Settings(weights=genial.ALONE, candidates=8, trust=1_000_000, slope=1.0)
    found = hexsearch.rank(kernel, RULES["genial"], seen, random.Random(3), Budget(2_000), trusting)
    seeing = replace(trusting, searches=False)
    glance = hexsearch.rank(kernel, RULES["genial"], seen, random.Random(3), Budget(1), seeing)
    assert found[0].actions == glance[0].actions


def test_weighing_finds_the_longest_line_and_the_widest_room(first):
    """A symbol at the end of a line promises the whole line to the cell beyond."""
    game = kernel.converted(first)
    reach = np.zeros(288 * 8, dtype=np.int8)
    board = kernel.tables(first.grid.radius)
    middle = board.address[0, 0]
    game[middle] = game[middle + 1] = 1
    hexpolicy.fill_reach(game, reach)
    # Beyond: three symbols. Behind: one more than the two that were seen there. Four other directions: one each.
    assert solo_policy.built(game, reach, middle + 2, 0, 1.0, 0.0) == 3 + 1 + 4
