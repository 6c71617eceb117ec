"""Plain flat Monte Carlo for the board games: every placement is tried by as many games that go on by chance alone."""

import numpy as np

from games.bots.kernels.chance import Words, below
from games.bots.kernels.compiling import compiled
from games.bots.kernels.hexboard import (
    CELLS,
    DUE,
    ENDED,
    FIRST,
    HELD,
    RACKS,
    SEAT,
    SECOND,
    SIDES,
    Bytes,
    Numbers,
    Shorts,
)
from games.bots.kernels.hexgame import close, may_swap, open_pairs, place, random_game
from games.bots.kernels.hexplayouts import imagine, slot_of
from games.bots.kernels.hexpolicy import Weights, share


@compiled
def all_placements(game: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes, found: Numbers) -> int:
    """Fill in every placement there is: the kind of tile, whether it is turned, the cells. How many."""
    live = np.empty_like(pairs)
    free = open_pairs(game, numbers, pairs, near, live)
    seat = int(game[SEAT])
    count = 0
    for slot in range(game[HELD + seat]):
        kind = int(game[RACKS + 8 * seat + slot])
        if slot_of(game, kind) < slot:
            continue
        for turned in range(1 if FIRST[kind] == SECOND[kind] else 2):
            for i in range(free):
                found[count, 0], found[count, 1] = kind, turned
                found[count, 2], found[count, 3] = live[i, 0], live[i, 1]
                count += 1
    return count


@compiled
def chance_games(
    root: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes, placements: Numbers, chance: Words, totals: Weights
) -> int:
    """Try every placement in a game of its own, and add the share of the win. How many tiles were laid."""
    seat = int(root[SEAT])
    side = seat % int(numbers[SIDES])
    game = np.empty_like(root)
    mixed = pairs.copy()
    log = np.empty((CELLS, 6), dtype=np.int64)
    laid = 0
    for i in range(placements.shape[0]):
        game[:] = root
        imagine(game, numbers, seat, chance)
        slot = slot_of(game, placements[i, 0])
        place(game, numbers, near, slot, placements[i, 1], placements[i, 2], placements[i, 3])
        laid += 1
        if game[ENDED] == 0 and game[DUE] == 0:
            close(game, numbers, may_swap(game, numbers) and below(chance, 2) == 1, chance)
        if game[ENDED] == 0:
            laid += random_game(game, numbers, mixed, near, chance, log)
        totals[i] += share(game, numbers, side)
    return laid
