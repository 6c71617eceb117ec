"""Evaluations against each other in compiled games without any search: what tuning asks thousands of times."""

from collections.abc import Mapping
from random import Random
from types import ModuleType

import numpy as np

from games.bots.kernels import cards_policy, genial, genial3d, hexpolicy
from games.bots.kernels.chance import seeded
from games.bots.kernels.hexboard import SIDES, undealt, variant_numbers
from games.bots.search import genial as genial_search
from games.bots.search import genial3d as genial3d_search
from games.bots.tuning import Compare, Vector
from games.engine.dealing import SECRET_BYTES
from games.engine.registry import RULES
from games.engine.seating import start

BOARDS: Mapping[str, tuple[ModuleType, ModuleType]] = {
    "genial": (genial, genial_search),
    "genial-3d": (genial3d, genial3d_search),
}
TUNABLE = (*BOARDS, "genial-cards")
"""The grid game has but three weights, which were chosen by hand and by matches."""
LEAST_SHARPNESS, MOST_SHARPNESS = 0.005, 2.0


def today(key: str, seats: int) -> Vector:
    """The numbers that the search uses now."""
    found = cards_policy.TUNED[seats] if key == "genial-cards" else BOARDS[key][1].TUNED
    return np.array(found, dtype=np.float64).ravel()


def shown(key: str, numbers: Vector) -> list[object]:
    """Numbers as the search's module writes them."""
    rows = numbers if key == "genial-cards" else board_weights(numbers)
    found: list[object] = np.round(rows, 3).tolist()
    return found


def duels(key: str, seats: int, games: int) -> Compare:
    """How the first does against the second: on the seats of one side, the second on all others, every seat in turn."""
    return card_duels(seats, games) if key == "genial-cards" else board_duels(key, seats, games)


def card_duels(seats: int, games: int) -> Compare:
    def compare(ours: Vector, theirs: Vector, seed: int) -> float:
        return float(cards_policy.duel(seats, games, ours, theirs, seeded(Random(seed))))

    return compare


def board_weights(numbers: Vector) -> Vector:
    weights = numbers.reshape(2, hexpolicy.COLUMNS).copy()
    sharpness = slice(hexpolicy.SHARP, hexpolicy.THEIR_SHARP + 1)
    weights[:, sharpness] = np.clip(weights[:, sharpness], LEAST_SHARPNESS, MOST_SHARPNESS)
    return weights


def board_duels(key: str, seats: int, games: int) -> Compare:
    kernel = BOARDS[key][0]
    secret, seeds = bytes(SECRET_BYTES), [str(seat) for seat in range(seats)]
    _seating, state = start(RULES[key], "free", {"order": "fixed"}, secret, seeds)
    board = kernel.tables(state.grid.radius)
    numbers = variant_numbers(state.variant, seats)
    fresh = undealt(kernel.converted(state), seats)

    def compare(ours: Vector, theirs: Vector, seed: int) -> float:
        won = 0.0
        for seat in range(seats):
            side = seat % numbers[SIDES]
            weights = np.stack([board_weights(ours if i % numbers[SIDES] == side else theirs) for i in range(seats)])
            chance = seeded(Random(seed))
            won += hexpolicy.matches(fresh, numbers, board.pairs, board.near, weights, chance, games)[seat]
        return float(won / (games * seats))

    return compare
