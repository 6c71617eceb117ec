"""Search in the grid game: the plays that look best at a glance, told apart by short playouts on many deals of what is
hidden. What a card opens for the next players shows within a few turns; the rest of the game is a guess from the score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.bot import Actions, Budget, Choice, Skill
from games.bots.kernels import koepfchen as kernel
from games.bots.kernels.chance import Words, seeded
from games.bots.kernels.compiling import compiled
from games.bots.kernels.koepfchen import Bytes, Words32
from games.bots.kernels.koepfchen_endgame import cards_left, margins_after
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
    exact: int = 0
    """From how few cards on the end of a game between two is searched through."""


SETTINGS: Mapping[Skill, Settings] = {
    "gentle": Settings(weights=(0.0, 0.0, 0.0), candidates=3, searches=False, overlooked=0.5),
    "steady": Settings(weights=(0.5, 0.0, 0.0), candidates=3, searches=False),
    "sharp": Settings(weights=(1.0, 0.3, 0.1), candidates=6, depth=4),
    "strong": Settings(weights=(1.0, 0.3, 0.1), candidates=16, exact=7),
}
NODES: Mapping[Skill, int] = {"gentle": 30, "steady": 30, "sharp": 50, "strong": 3000}
"""Playouts a turn."""
EXACT_NODES = 2000
"""What a search through the end may take where only time is limited."""
POSITIONS = 100
"""How many positions of a search through the end count as one playout: they take as long."""

FOE_WEIGHT = 1.0
"""What the next player's best answer weighs in playouts, beside a point scored; the more foes, the less."""
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
    for at, actions in zip(asked, also, strict=True):
        named[at] = actions
    if is_open_end(s, settings.exact):
        choices, budget = searched_through(s, t, found, named, budget)
        if choices:
            return choices
    thought = [i for i in range(len(found)) if i not in asked and rng.random() >= settings.overlooked]
    chosen = (thought or list(range(len(found))))[: settings.candidates]
    chosen += [at for at in dict.fromkeys(asked) if at not in chosen]
    trial = Trial(len(chosen), [k for k, at in enumerate(chosen) if at in asked])
    chance = seeded(rng)
    plays = found[chosen]

    def play_on(alive: Indices, first: int, deals: int, trial: Trial) -> None:
        try_deals(s, t, plays, alive, chance, first, deals, settings.depth, trial.totals, trial.counts)

    order = trial.run(budget, play_on)
    if not settings.searches:
        order = list(range(len(chosen)))
    return [Choice(named[chosen[k]], float(trial.worth[k]), int(trial.counts[k])) for k in order]


def is_open_end(s: Bytes, most_cards: int) -> bool:
    """Whether two players are left with cards that both know, and not too many."""
    return bool(s[kernel.SEATS] == 2 and s[kernel.IN_PILE] == 0 and cards_left(s) <= most_cards)


def searched_through(
    s: Bytes, t: Words32, plays: Numbers, named: list[Actions], budget: Budget
) -> tuple[list[Choice], Budget]:
    """All plays by the margin to which they lead, if half of the budget suffices to find it; and what is left of it."""
    nodes = EXACT_NODES if budget.nodes is None else budget.nodes // 2
    left = np.array([nodes * POSITIONS])
    margins = margins_after(s, t, plays[:, PLAY_AT].astype(np.int64), plays[:, PLAY_ON].astype(np.int64), left)
    spent = min(nodes, nodes - int(left[0]) // POSITIONS)
    if left[0] < 0:
        return [], replace(budget, nodes=None if budget.nodes is None else budget.nodes - spent)
    order = np.argsort(-margins, kind="stable")
    worth = 0.5 + 0.5 * np.sign(margins)
    return [Choice(named[i], float(worth[i]), spent // len(order)) for i in order], budget


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
    foe_weight = FOE_WEIGHT / (s[kernel.SEATS] - 1)
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
                quick_turn(after, slots, foe_weight, chance)
            totals[turn] += worth_of(after, slots, reader, SPREAD)
            counts[turn] += 1


def warm() -> None:
    """Compile all that a search calls, or load what was compiled."""
    s, t = np.zeros(kernel.LENGTH, dtype=np.int8), np.zeros(kernel.NUMBERS, dtype=np.int32)
    chance = seeded(Random(0))
    kernel.setup(s, t, 2, chance)
    plays = glance(s, t, np.zeros(3))
    margins_after(s, t, np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))
    try_deals(s, t, plays, np.arange(1), chance, 0, 1, 1, np.zeros(len(plays)), np.zeros(len(plays), dtype=np.int64))
