"""Evaluations against each other in compiled games without any search: what tuning asks thousands of times."""

from collections.abc import Mapping
from random import Random
from types import ModuleType

import numpy as np

from games.bots.kernels import cards_policy, genial, genial3d, hexpolicy, solo_policy
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
    if has_solo_player(key, seats):
        return genial_search.ALONE.ravel()
    found = cards_policy.TUNED[seats] if key == "genial-cards" else BOARDS[key][1].TUNED
    return np.array(found, dtype=np.float64).ravel()


def has_solo_player(key: str, seats: int) -> bool:
    """Whether other things are weighed here than among several players."""
    return key == "genial" and seats == 1


def shown(key: str, seats: int, numbers: Vector) -> list[object]:
    """Numbers as the search's module writes them."""
    if has_solo_player(key, seats):
        rows = numbers.reshape(2, solo_policy.COLUMNS)
    else:
        rows = numbers if key == "genial-cards" else board_weights(numbers)
    found: list[object] = np.round(rows, 3).tolist()
    return found


def duels(key: str, seats: int, games: int) -> Compare:
    """How the first does against the second: on the seats of one side, the second on all others, every seat in turn."""
    if seats == 1:
        return solo_duels(key, games)
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


def solo_duels(key: str, games: int) -> Compare:
    """Two who play the same deals alone: what the first reaches as a share of what both do."""
    kernel = BOARDS[key][0]
    _seating, state = start(RULES[key], "solo", {"order": "fixed"}, bytes(SECRET_BYTES), ["0"])
    board = kernel.tables(state.grid.radius)
    numbers = variant_numbers(state.variant, 1)
    fresh = undealt(kernel.converted(state), 1)

    def lowest(player: Vector, seed: int) -> float:
        weights = player.reshape(1, 2, solo_policy.COLUMNS) if has_solo_player(key, 1) else board_weights(player)[None]
        chance = seeded(Random(seed))
        return float(hexpolicy.matches(fresh, numbers, board.pairs, board.near, weights, chance, games)[0])

    def compare(ours: Vector, theirs: Vector, seed: int) -> float:
        mine = lowest(ours, seed)
        return mine / max(1.0, mine + lowest(theirs, seed))

    return compare


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
