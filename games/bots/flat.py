"""A yardstick for matches: plain flat Monte Carlo, as anybody would write it first.

Every placement is played on by chance alone, all equally often, and the one that wins most is played. It gets nodes
enough to think as long as `strong`; its nodes are much cheaper.
"""

import time
from random import Random
from types import ModuleType
from typing import Any

from games.bots.bot import Actions, Bot, Budget
from games.engine.boardstate import BoardState
from games.engine.rules import Data, Rules

NODES = 2_000_000
"""Tiles laid for each placement of its own."""
MOST = 40_000
"""There are never so many placements."""
PLAYS = ("genial", "genial-3d")


def most_wins(rules: Rules[Any, Any, Any], seen: Data, rng: Random, budget: Budget | None = None) -> Actions:
    kernel = kernel_of(rules.key)
    state = rules.imagine(seen, rng)
    turn = []
    while state.due:
        placement = best_placement(kernel, state, rng, budget or Budget(NODES))
        turn.append(placement)
        state = rules.apply(state, rules.read(placement)).state
    # As greedy does: nothing held shows a lowest colour where a swap is allowed.
    return [*turn, *(rules.write(state, swap) for swap in rules.legal(state))]


def kernel_of(key: str) -> ModuleType:
    # Compiled, so not before it is needed.
    from games.bots.kernels import genial, genial3d

    return dict(zip(PLAYS, (genial, genial3d), strict=True))[key]


def best_placement(kernel: ModuleType, state: BoardState, rng: Random, budget: Budget) -> Data:
    import numpy as np

    from games.bots.kernels.chance import seeded
    from games.bots.kernels.hexboard import KINDS, variant_numbers
    from games.bots.kernels.hexflat import all_placements, chance_games

    tables = kernel.tables(state.grid.radius)
    game, numbers = kernel.converted(state), variant_numbers(state.variant, state.seats)
    found = np.empty((MOST, 4), dtype=np.int64)
    found = found[: all_placements(game, numbers, tables.pairs, tables.near, found)]
    wins = np.zeros(len(found))
    chance = seeded(rng)
    began, laid = time.monotonic(), 0
    while True:
        laid += chance_games(game, numbers, tables.pairs, tables.near, found, chance, wins)
        if budget.nodes is not None and laid >= budget.nodes:
            break
        if budget.seconds is not None and time.monotonic() - began > budget.seconds:
            break
    kind, turned, a, b = found[int(wins.argmax())].tolist()
    cells = (b, a) if turned else (a, b)
    return {"type": "place", "tile": KINDS[kind], "cells": [list(tables.cell[cell]) for cell in cells]}


FLAT = Bot(key="flat", choose=most_wins)
