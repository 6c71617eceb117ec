"""The search for both board games: the turns that look best at a glance, told apart by playouts.

What is hidden is dealt anew for every playout, and all turns under comparison see the same deals. After each round the
worse half of the turns is dropped (successive halving), so that most thought goes where the choice is close.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.bot import Budget, Choice
from games.bots.kernels import hexplayouts
from games.bots.kernels.chance import Words, seeded
from games.bots.kernels.hexboard import DUE, ENDED, KINDS, SEATS, SIDES, Board, Bytes, Numbers, variant_numbers
from games.bots.kernels.hexgame import may_swap
from games.bots.kernels.hexplayouts import LONGEST
from games.bots.kernels.hexpolicy import Weights
from games.engine.dealing import SECRET_BYTES
from games.engine.registry import RULES
from games.engine.rules import Data, Rules
from games.engine.seating import start

SAMPLES = 4
"""Imagined games between two looks at the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How well a strength plays."""

    weights: Weights
    candidates: int
    """How many turns get a closer look."""
    finalists: int = 2
    overlooked: float = 0.0
    """The share of places on the board that it does not see."""
    searches: bool = True
    """Whether playouts decide, or the first glance does and playouts only tell the worth."""
    stretch: float = 0.02
    """What a point of margin counts beside the share of the win."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a search looks at."""

    game: Bytes
    numbers: Numbers
    tables: Board

    def after(self, placement: NDArray[np.int64]) -> "Position":
        game = self.game.copy()
        hexplayouts.play(game, self.numbers, self.tables.near, placement)
        return Position(game, self.numbers, self.tables)

    def top(self, settings: Settings, chance: Words, room: int) -> list[tuple[float, NDArray[np.int64]]]:
        found = np.zeros((room, 4), dtype=np.int64)
        worths = np.zeros(room)
        kept = hexplayouts.top_placements(
            self.game,
            self.numbers,
            self.tables.pairs,
            self.tables.near,
            settings.weights,
            settings.overlooked,
            chance,
            found,
            worths,
        )
        return [(float(worths[i]), found[i]) for i in range(kept)]


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn: placements in numbers, and whether it swaps."""

    glance: float
    placements: tuple[NDArray[np.int64], ...]
    swap: bool


def plans(position: Position, settings: Settings, chance: Words, room: int) -> Iterator[Plan]:
    """The turns that look best, bonus moves and swaps included."""
    for worth, placement in position.top(settings, chance, room):
        after = position.after(placement)
        if after.game[DUE] and not after.game[ENDED]:
            for plan in plans(after, settings, chance, max(1, room // 4)):
                yield Plan(worth + plan.glance, (placement, *plan.placements), plan.swap)
        else:
            swappable = not after.game[ENDED] and may_swap(after.game, after.numbers)
            yield Plan(worth, (placement,), swappable)
            if swappable:
                yield Plan(worth - 0.001, (placement,), False)


def rank(
    kernel: ModuleType,
    rules: Rules[Any, Any, Any],
    seen: Data,
    rng: Random,
    budget: Budget,
    settings: Settings,
) -> list[Choice]:
    state = rules.imagine(seen, rng)
    position = Position(
        kernel.converted(state), variant_numbers(state.variant, state.seats), kernel.tables(state.grid.radius)
    )
    chance = seeded(rng)
    found = sorted(plans(position, settings, chance, settings.candidates), key=lambda plan: -plan.glance)
    trial = Trial(position, settings, found[: settings.candidates], chance, budget)
    trial.run()
    return [Choice(written(position, plan), trial.worth(at), int(trial.nodes[at])) for at, plan in trial.ranking()]


class Trial:
    """Turns compared by playouts."""

    def __init__(
        self, position: Position, settings: Settings, found: list[Plan], chance: Words, budget: Budget
    ) -> None:
        self.position = position
        self.settings = settings
        self.plans = found
        self.chance = chance
        self.budget = budget
        self.began = time.monotonic()
        count = len(found)
        self.turns = np.zeros((count, LONGEST, 4), dtype=np.int64)
        self.lengths = np.array([len(plan.placements) for plan in found], dtype=np.int64)
        self.swaps = np.array([plan.swap for plan in found], dtype=np.int64)
        for at, plan in enumerate(found):
            self.turns[at, : len(plan.placements)] = plan.placements
        self.totals = np.zeros((count, 3))
        self.nodes = np.zeros(count)
        seats = int(position.numbers[SEATS])
        self.weights = np.stack([settings.weights] * seats)

    def run(self) -> None:
        nodes = 20_000 if self.budget.nodes is None else self.budget.nodes
        active = np.arange(len(self.plans))
        if not self.settings.searches:
            active = active[:3]
        rounds = max(1, int(np.ceil(np.log2(max(1, len(active) / self.settings.finalists)))) + 1)
        for left in range(rounds, 0, -1):
            self.spend((nodes - self.nodes.sum()) / left, active)
            if left > 1 and self.settings.searches:
                by_score = active[np.argsort(-self.scores()[active], kind="stable")]
                active = np.sort(by_score[: max(self.settings.finalists, (len(active) + 1) // 2)])

    def spend(self, nodes: float, active: NDArray[np.int64]) -> None:
        """Play the active turns out until so many nodes are used up, or the time is."""
        spent = 0
        while True:
            used = hexplayouts.playouts(
                self.position.game,
                self.position.numbers,
                self.position.tables.pairs,
                self.position.tables.near,
                self.weights,
                self.turns,
                self.lengths,
                self.swaps,
                active,
                SAMPLES,
                self.chance,
                self.totals,
            )
            spent += used
            self.nodes[active] += used / len(active)
            if spent >= nodes or self.out_of_time():
                return

    def out_of_time(self) -> bool:
        return self.budget.seconds is not None and time.monotonic() - self.began > self.budget.seconds

    def scores(self) -> NDArray[np.float64]:
        count = np.maximum(1, self.totals[:, 0])
        if self.position.numbers[SIDES] == 1:
            return np.asarray(self.totals[:, 2] / count)
        return np.asarray((self.totals[:, 1] + self.settings.stretch * self.totals[:, 2]) / count)

    def worth(self, at: int) -> float:
        return float(self.totals[at, 1] / max(1, self.totals[at, 0]))

    def ranking(self) -> list[tuple[int, Plan]]:
        """Turns that were looked at longer come first; they were dropped last."""
        order = list(range(len(self.plans)))
        if self.settings.searches:
            scores = self.scores()
            order.sort(key=lambda at: (-self.totals[at, 0], -scores[at]))
        return [(at, self.plans[at]) for at in order if self.totals[at, 0]]


def written(position: Position, plan: Plan) -> list[Data]:
    """A turn as a client would send it."""
    cell = position.tables.cell
    actions: list[Data] = []
    for kind, turned, a, b in (placement.tolist() for placement in plan.placements):
        first, second = (b, a) if turned else (a, b)
        actions.append({"type": "place", "tile": KINDS[kind], "cells": [list(cell[first]), list(cell[second])]})
    return [*actions, {"type": "swap"}] if plan.swap else actions


def warm(search: Callable[..., object], key: str) -> None:
    """Have everything compiled by looking at a first position."""
    rules = RULES[key]
    _seating, state = start(rules, "free", {"order": "fixed"}, bytes(SECRET_BYTES), ["warm", "up"])
    search(rules, rules.view(state, 0), Random(0), Budget(1), "sharp")
