"""At the end of a game nothing is left to chance: every way to play is tried."""

import random
from typing import Any

import numpy as np
import pytest

from games.bots.bot import Budget
from games.bots.kernels import genial, genial3d, hexplayouts
from games.bots.kernels.chance import seeded
from games.bots.kernels.hexboard import BONUS, TRACKS, variant_numbers
from games.bots.kernels.hexpolicy import bench, fill_reach, share
from games.bots.search import genial as search_genial
from games.bots.search import genial3d as search_genial3d
from games.bots.search.hexsearch import ALL, Position, plans
from games.engine.outcome import outcome
from games.engine.registry import RULES
from games.engine.turns import play_turn
from tests.engine.tables import AnyRules, turn_starts

SEARCHES = {"genial": search_genial, "genial-3d": search_genial3d}
KERNELS = {"genial": genial, "genial-3d": genial3d}


def first_share(rules: AnyRules, state: Any) -> float:
    """What seat 0 of two has won."""
    result = outcome(rules, state)
    assert result
    mine, other = result.places
    return 0.5 if mine == other else float(mine < other)


def best_share(rules: AnyRules, state: Any) -> float:
    """What seat 0 wins when both play as well as can be, found by the engine."""
    if state.ended_by:
        return first_share(rules, state)
    if not state.due:
        return best_share(rules, rules.close(state))
    ends = (best_share(rules, rules.apply(state, action).state) for action in rules.legal(state))
    return max(ends) if state.seat == 0 else min(ends)


def tails(key: str, games: int, pairs: int) -> list[Any]:
    """Positions of random games for two in which so many pairs of cells are left at most."""
    rules = RULES[key]
    return [
        state
        for seed in range(games)
        for state in list(turn_starts(rules, "free", 2, f"tail {seed}"))[-3:]
        if len({frozenset(action.cells) for action in rules.legal(state)}) <= pairs
    ]


def searched_share(key: str, state: Any) -> float:
    kernel = KERNELS[key]
    tables = kernel.tables(state.grid.radius)
    game = kernel.converted(state)
    tried = hexplayouts.tails(len(game), tables.pairs)
    tried.games[0] = game
    work = bench(tables.pairs)
    fill_reach(game, work.reach)
    numbers = variant_numbers(state.variant, state.seats)
    weights = np.stack([SEARCHES[key].TUNED] * 2)
    hexplayouts.finish(tried, numbers, tables.pairs, tables.near, weights, work, True)
    return share(tried.games[0], numbers, 0)


def test_tails_are_played_as_well_as_can_be() -> None:
    # Of three pairs at most two can be covered here, so that no tile drawn on the way is ever laid.
    found = [state for state in tails("genial", 40, 3) if two_at_most(state)]
    assert len(found) > 20
    rules = RULES["genial"]
    assert [searched_share("genial", state) for state in found] == [best_share(rules, state) for state in found]


def two_at_most(state: Any) -> bool:
    pairs = {frozenset(action.cells) for action in RULES["genial"].legal(state)}
    apart = [(a, b) for a in pairs for b in pairs if not a & b]
    return not any(not (c & a or c & b) for a, b in apart for c in pairs)


def test_the_last_turn_of_a_stacking_game_is_the_best_there_is() -> None:
    rules = RULES["genial-3d"]
    for seed in range(4):
        state = list(turn_starts(rules, "free", 2, f"last {seed}"))[-1]
        assert state.turns_left == 1
        won = best_share(rules, state) if state.seat == 0 else 1 - best_share(rules, state)
        best = search_genial3d.rank(rules, rules.view(state, state.seat), random.Random(0), Budget(2_000), "strong")[0]
        end = first_share(rules, play_turn(rules, state, best.actions).state)
        assert (end if state.seat == 0 else 1 - end) == won == best.worth


def test_bonus_moves_on_bonus_moves_do_not_pile_up() -> None:
    """Every colour is a point short of its bonus, so that nearly every tile brings another move."""
    state = list(turn_starts(RULES["genial-3d"], "free", 2, "bonus"))[-1]
    numbers = variant_numbers(state.variant, 2)
    game = genial3d.converted(state)
    game[TRACKS + 8 * state.seat :][:6] = numbers[BONUS] - 1
    position = Position(game, numbers, genial3d.tables(state.grid.radius))
    found = list(plans(position, search_genial3d.SETTINGS["strong"], seeded(random.Random(0)), ALL))
    assert max(len(plan.placements) for plan in found) > 2
    assert len(found) < 20_000


@pytest.mark.parametrize("key", SEARCHES)
def test_where_one_tile_is_left_to_lay_its_worth_is_certain(key: str) -> None:
    rules = RULES[key]
    for state in tails(key, 40, 1) if key == "genial" else [list(turn_starts(rules, "free", 2, "sure"))[-1]]:
        seen = rules.view(state, state.seat)
        for choice in SEARCHES[key].rank(rules, seen, random.Random(0), Budget(3_000), "strong"):
            assert choice.worth in (0, 0.5, 1)
