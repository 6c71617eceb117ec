"""The search for both board games: the turns that look best at a glance, told apart by playouts.

What is hidden is dealt anew for every playout, and all turns under comparison see the same deals. After each round the
worse half of the turns is dropped (successive halving), so that most thought goes where the choice is close.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.bot import Actions, Budget, Choice
from games.bots.kernels import hexgame, hexplayouts
from games.bots.kernels.chance import Words, seeded
from games.bots.kernels.hexboard import (
    BLOCKED,
    DUE,
    ENDED,
    KIND,
    KINDS,
    OPENING,
    SEATS,
    SIDES,
    STACKS,
    TURNS_LEFT,
    Board,
    Bytes,
    Numbers,
    variant_numbers,
)
from games.bots.kernels.hexgame import any_fits
from games.bots.kernels.hexplayouts import LONGEST
from games.bots.kernels.hexpolicy import TAIL, Weights
from games.engine.dealing import SECRET_BYTES
from games.engine.registry import RULES
from games.engine.rules import Data, Rules
from games.engine.seating import start

SAMPLES = 4
"""Imagined games between two looks at the clock."""
SOON = 24
"""Pairs of cells where a tile may lie, and from here on the end of the game is searched."""
ALL = 2_000
"""More candidates than there are turns without bonus moves."""
BONUS = 32
"""No more ways to go on than a quarter of these are tried with each bonus move: bonus moves may follow each other."""
GLANCES = 3
"""How many turns get to know their worth where the first glance decides."""


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
    trust: int = 0
    """How many playouts the first glance is worth: few of them say little where turns are close."""
    slope: float = 0.0
    """What a point of the first glance is worth in the end."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a search looks at."""

    game: Bytes
    numbers: Numbers
    tables: Board

    @property
    def room(self) -> int:
        """On how many pairs of cells a tile may lie."""
        found = np.zeros_like(self.tables.pairs)
        return hexgame.open_pairs(self.game, self.numbers, self.tables.pairs, self.tables.near, found)

    @property
    def ends_soon(self) -> bool:
        """Whether it is time to try every way to play the last placements of the game."""
        return self.has_room_for(SOON) or bool(self.game[TURNS_LEFT] >= 0)

    @property
    def is_last_turn(self) -> bool:
        return self.has_room_for(TAIL) or bool(self.game[TURNS_LEFT] == 1)

    def has_room_for(self, pairs: int) -> bool:
        """Whether no more pairs than these are left for the rest of the game; an opening shows but some of them."""
        return not self.game[OPENING] and self.room <= pairs

    def after(self, placement: NDArray[np.int64]) -> "Position":
        game = self.game.copy()
        hexplayouts.play(game, self.numbers, self.tables.near, placement)
        # On a flat board the game is over as soon as it is full, where tiles stack when the next one has no place.
        if (game[DUE] or not self.numbers[STACKS]) and not any_fits(game, self.numbers, self.tables.pairs):
            game[ENDED] = BLOCKED
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


Key = tuple[tuple[tuple[int, ...], ...], bool]


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn: placements in numbers, and whether it swaps."""

    glance: float
    placements: tuple[NDArray[np.int64], ...]
    swap: bool

    @property
    def key(self) -> Key:
        return tuple(tuple(placement.tolist()) for placement in self.placements), self.swap


def plans(position: Position, settings: Settings, chance: Words, room: int) -> Iterator[Plan]:
    """The turns that look best, bonus moves and swaps included."""
    for worth, placement in position.top(settings, chance, room):
        after = position.after(placement)
        if after.game[DUE] and not after.game[ENDED]:
            for plan in plans(after, settings, chance, max(1, min(room, BONUS) // 4)):
                yield Plan(worth + plan.glance, (placement, *plan.placements), plan.swap)
        else:
            swappable = not after.game[ENDED] and hexgame.may_swap(after.game, after.numbers)
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
    also: Sequence[Actions] = (),
) -> list[Choice]:
    """The best turns, and beside them those that somebody asks for."""
    state = rules.imagine(seen, rng)
    position = Position(
        kernel.converted(state), variant_numbers(state.variant, state.seats), kernel.tables(state.grid.radius)
    )
    chance = seeded(rng)
    count = ALL if settings.searches and position.is_last_turn else settings.candidates
    glances = sorted(plans(position, settings, chance, count), key=lambda plan: -plan.glance)
    found = {plan.key: plan for plan in glances[:count]}
    asked = {read(position, actions).key: actions for actions in also}
    for actions in also:
        plan = read(position, actions)
        found.setdefault(plan.key, plan)
    trial = Trial(position, settings, list(found.values()), asked.keys(), chance, budget)
    trial.run()
    return [
        Choice(asked.get(plan.key) or written(position, plan), trial.worth(at), int(trial.nodes[at]))
        for at, plan in trial.ranking()
    ]


class Trial:
    """Turns compared by playouts."""

    def __init__(
        self,
        position: Position,
        settings: Settings,
        found: list[Plan],
        asked: Collection[Key],
        chance: Words,
        budget: Budget,
    ) -> None:
        self.position = position
        self.settings = settings
        self.plans = found
        self.chance = chance
        self.budget = budget
        self.began = time.monotonic()
        count = len(found)
        self.asked = np.array([plan.key in asked for plan in found])
        self.turns = np.zeros((count, LONGEST, 4), dtype=np.int64)
        self.lengths = np.array([len(plan.placements) for plan in found], dtype=np.int64)
        self.swaps = np.array([plan.swap for plan in found], dtype=np.int64)
        for at, plan in enumerate(found):
            self.turns[at, : len(plan.placements)] = plan.placements
        # What somebody asks for comes without a glance.
        glances = np.array([plan.glance for plan in found if plan.key not in asked] or [0.0])
        promised = settings.slope * np.maximum([plan.glance for plan in found], glances.min())
        self.promised = promised - promised.mean()
        self.totals = np.zeros((count, 3))
        self.nodes = np.zeros(count)
        self.kept = np.zeros(count)
        seats = int(position.numbers[SEATS])
        self.exact = position.ends_soon
        self.weights = np.stack([settings.weights] * seats)

    def run(self) -> None:
        nodes = 20_000 if self.budget.nodes is None else self.budget.nodes
        active = np.arange(len(self.plans))
        if not self.settings.searches:
            active = active[(active < GLANCES) | self.asked]
        rounds = max(1, int(np.ceil(np.log2(len(active) / self.settings.finalists))) + 1)
        for left in range(rounds, 0, -1):
            self.spend((nodes - self.nodes.sum()) / left, active)
            if left > 1 and self.settings.searches:
                order = active[np.argsort(-self.scores()[active], kind="stable")]
                kept = self.asked[order]
                kept[: max(self.settings.finalists, (len(order) + 1) // 2)] = True
                active = np.sort(order[kept])
                self.kept[active] += 1

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
                1 if self.exact else SAMPLES,  # tails take long
                self.chance,
                self.totals,
                self.exact,
            )
            spent += used
            self.nodes[active] += used / len(active)
            if spent >= nodes or self.out_of_time():
                return

    def out_of_time(self) -> bool:
        return self.budget.seconds is not None and time.monotonic() - self.began > self.budget.seconds

    def scores(self) -> NDArray[np.float64]:
        """What the turns promise, as playouts found it; the fewer they are, the more the first glance counts."""
        played, won, margin = self.totals.T
        # Alone the margin is the whole track as one number, its lowest colour first.
        found = margin if self.position.numbers[SIDES] == 1 else won + self.settings.stretch * margin
        trust = self.settings.trust
        first = found.sum() / max(1, played.sum()) + self.promised
        return np.asarray((found + trust * first) / np.maximum(1, played + trust))

    def worth(self, at: int) -> float:
        return float(self.totals[at, 1] / max(1, self.totals[at, 0]))

    def ranking(self) -> list[tuple[int, Plan]]:
        """Best first: those that were dropped later are better, whatever few playouts say of the others. What was only
        asked for lies among the others by its score."""
        order = [at for at in range(len(self.plans)) if self.totals[at, 0]]
        if self.settings.searches:
            scores = self.scores()
            order.sort(key=lambda at: -scores[at])
            order.sort(key=lambda at: -self.kept[at])
        return [(at, self.plans[at]) for at in order]


def written(position: Position, plan: Plan) -> list[Data]:
    """A turn as a client would send it."""
    cell = position.tables.cell
    actions: list[Data] = []
    for kind, turned, a, b in (placement.tolist() for placement in plan.placements):
        first, second = (b, a) if turned else (a, b)
        actions.append({"type": "place", "tile": KINDS[kind], "cells": [list(cell[first]), list(cell[second])]})
    return [*actions, {"type": "swap"}] if plan.swap else actions


def read(position: Position, actions: Actions) -> Plan:
    """A turn that a client sent, in numbers."""
    address = position.tables.address
    placements = []
    for action in actions:
        if action["type"] != "place":
            continue
        tile = action["tile"]
        a, b = (address[q, r] for q, r in action["cells"])
        if tile not in KIND:
            tile, a, b = tile[::-1], b, a
        turned = a > b and tile[0] != tile[1]
        placements.append(np.array([KIND[tile], turned, min(a, b), max(a, b)], dtype=np.int64))
    return Plan(-1e30, tuple(placements), actions[-1]["type"] == "swap")


def warm(search: Callable[..., object], key: str) -> None:
    """Have everything compiled by looking at a first position."""
    rules = RULES[key]
    _seating, state = start(rules, "free", {"order": "fixed"}, bytes(SECRET_BYTES), ["warm", "up"])
    search(rules, rules.view(state, 0), Random(0), Budget(1), "sharp")
