"""Search in the grid game: the plays that look best at a glance, told apart by short playouts on many deals of what is
hidden. What a card opens for the next players shows within a few turns; the rest of the game is a guess from the score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.bot import Actions, Budget, Choice, Skill
from games.bots.kernels import koepfchen as kernel
from games.bots.kernels.chance import Words, seeded
from games.bots.kernels.compiling import compiled
from games.bots.kernels.koepfchen import Bytes, Words32
from games.bots.kernels.koepfchen_policy import PLAY_AT, PLAY_GLANCE, PLAY_ON, Numbers, glance, quick_turn, worth_of
from games.bots.search.halving import Indices, Trial
from games.engine.koepfchen.variants import DECK
from games.engine.rules import Data, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How well a strength plays."""

    weights: tuple[float, float, float]
    """What weighs beside points at first glance: the next player's, the own best next and the rest of the hand."""
    candidates: int
    """How many plays get a closer look."""
    searches: bool = True
    """Whether playouts decide, or the first glance does and playouts only tell the worth."""
    overlooked: float = 0.0
    """The share of plays that it does not see."""
    depth: int = 8
    """How many turns a playout goes on."""


SETTINGS: Mapping[Skill, Settings] = {
    "gentle": Settings(weights=(0.0, 0.0, 0.0), candidates=3, searches=False, overlooked=0.5),
    "steady": Settings(weights=(0.5, 0.0, 0.0), candidates=3, searches=False),
    "sharp": Settings(weights=(1.0, 0.3, 0.1), candidates=6, depth=4),
    "strong": Settings(weights=(1.0, 0.3, 0.1), candidates=16),
}
NODES: Mapping[Skill, int] = {"gentle": 30, "steady": 30, "sharp": 100, "strong": 4000}
"""Playouts a turn."""

FOE_WEIGHT = 1.0
"""What the next player's best answer weighs in playouts, beside a point scored."""
SPREAD = 1.2
"""How far a score may still move: the margin that a card to come may make, in units of a logistic curve."""


def rank(
    rules: Rules[Any, Any, Any],
    seen: Data,
    rng: Random,
    budget: Budget,
    skill: Skill,
    also: Sequence[Actions] = (),
) -> list[Choice]:
    s, t = kernel.kernel_state(rules.imagine(seen, rng))
    settings = SETTINGS[skill]
    found = glance(s, t, np.array(settings.weights))
    found = found[np.argsort(-found[:, PLAY_GLANCE], kind="stable")]
    named = [actions_of(s, t, play) for play in found]
    asked = [named.index(played(actions)) for actions in also]
    thought = [i for i in range(len(found)) if i not in asked and rng.random() >= settings.overlooked]
    chosen = (thought or list(range(len(found))))[: settings.candidates] + asked
    trial = Trial(len(chosen), range(len(chosen) - len(asked), len(chosen)))
    chance = seeded(rng)
    plays = found[chosen]

    def play(alive: Indices, first: int, deals: int, trial: Trial) -> None:
        try_deals(s, t, plays, alive, chance, first, deals, settings.depth, trial.totals, trial.counts)

    order = trial.run(budget, play)
    if not settings.searches:
        order = list(range(len(chosen)))
    actions = [*(named[i] for i in chosen[: len(chosen) - len(asked)]), *also]
    return [Choice(actions[i], float(trial.worth[i]), int(trial.counts[i])) for i in order]


def actions_of(s: Bytes, t: Words32, play: Numbers) -> Actions:
    card = s[kernel.HANDS + s[kernel.SEAT] * kernel.HAND + int(play[PLAY_AT])]
    cell = kernel.cell_of(t, int(t[int(play[PLAY_ON]) * kernel.WIDTH + kernel.CELL]))
    return [{"type": "play", "card": DECK[card], "cell": list(cell)}]


def played(actions: Actions) -> Actions:
    return [{"type": action["type"], "card": action["card"], "cell": list(action["cell"])} for action in actions]


@compiled
def try_deals(
    s: Bytes,
    t: Words32,
    plays: Numbers,
    alive: Indices,
    seed: Words,
    first: int,
    deals: int,
    depth: int,
    totals: NDArray[np.float64],
    counts: Indices,
) -> None:
    """Play on from each play that is still alive on so many deals, the same for all."""
    dealt, after, slots = s.copy(), s.copy(), t.copy()
    chance = seed.copy()
    reader = s[kernel.SEAT]
    for deal in range(first, first + deals):
        # Each deal has a stream of its own, far from the next one's.
        chance[0] = seed[0] + np.uint64(deal) * np.uint64(0xD1342543DE82EF95)
        dealt[:] = s
        kernel.deal_anew(dealt, reader, chance)
        start = chance[0]
        for turn in alive:
            chance[0] = start
            after[:] = dealt
            slots[:] = t
            kernel.play(after, slots, int(plays[turn, PLAY_AT]), int(plays[turn, PLAY_ON]))
            kernel.close(after, slots)
            for _ in range(depth):
                if after[kernel.ENDED]:
                    break
                quick_turn(after, slots, FOE_WEIGHT, chance)
            totals[turn] += worth_of(after, slots, reader, SPREAD)
            counts[turn] += 1


def warm() -> None:
    """Compile all that a search calls, or load what was compiled."""
    s, t = np.zeros(kernel.LENGTH, dtype=np.int8), np.zeros(kernel.NUMBERS, dtype=np.int32)
    chance = seeded(Random(0))
    kernel.setup(s, t, 2, chance)
    plays = glance(s, t, np.zeros(3))
    try_deals(s, t, plays, np.arange(1), chance, 0, 1, 1, np.zeros(len(plays)), np.zeros(len(plays), dtype=np.int64))
