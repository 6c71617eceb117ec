"""Plain flat Monte Carlo, the yardstick: it tries every placement, and plays by the rules."""

import random

import numpy as np
import pytest

from games.bots import flat
from games.bots.bot import Budget
from games.bots.kernels.hexboard import variant_numbers
from games.bots.kernels.hexflat import all_placements
from games.bots.registry import BOTS
from games.engine.registry import RULES
from games.engine.turns import play_turn
from tests.engine.tables import turn_starts

TABLES = [(key, mode, seats) for key in flat.PLAYS for mode, v in RULES[key].variants.items() for seats in v.seats]


@pytest.mark.parametrize(("key", "mode", "seats"), TABLES)
def test_it_tries_every_placement_and_plays_one(key, mode, seats):
    rules, kernel = RULES[key], flat.kernel_of(key)
    for state in list(turn_starts(rules, mode, seats, "flat"))[::6]:
        tables = kernel.tables(state.grid.radius)
        found = np.empty((flat.MOST, 4), dtype=np.int64)
        numbers = variant_numbers(state.variant, seats)
        count = all_placements(kernel.converted(state), numbers, tables.pairs, tables.near, found)
        assert count == len(rules.legal(state))
        play_turn(rules, state, flat.most_wins(rules, rules.view(state, state.seat), random.Random(1), Budget(1)))


def test_the_same_view_seed_and_nodes_give_the_same_turn():
    rules = RULES["genial"]
    seen = rules.view(state := next(iter(turn_starts(rules, "free", 2, "flat"))), state.seat)
    first, again = (flat.most_wins(rules, seen, random.Random(4), Budget(30_000)) for _ in range(2))
    assert first == again


def test_it_never_takes_a_seat_on_the_site():
    assert flat.FLAT.key not in BOTS
