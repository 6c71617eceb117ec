"""Search in the card game: every whole turn is tried on many deals of what is hidden, each played out to the end.

It plays to win the game at hand; in a series the points of a game are its lowest column, and who wins has most of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.bot import Actions, Budget, Choice, Skill
from games.bots.kernels import cards as kernel
from games.bots.kernels.cards import Bytes
from games.bots.kernels.cards_policy import BEGINNER, PLAIN, TUNED, Weights, judge, judge_new_hand, play_out
from games.bots.kernels.chance import Words, seeded
from games.bots.kernels.compiling import compiled
from games.bots.search.halving import Indices, Trial
from games.engine.rules import Data, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How well a strength plays."""

    weights: Mapping[int, Weights]
    """What it weighs at first glance, by number of seats."""
    candidates: int
    """How many turns get a closer look."""
    searches: bool = True
    """Whether playouts decide, or the first glance does and playouts only tell the worth."""
    overlooked: float = 0.0
    """The share of cards in hand that it does not think of."""


SETTINGS: Mapping[Skill, Settings] = {
    "gentle": Settings(weights=BEGINNER, candidates=3, searches=False, overlooked=0.4),
    "steady": Settings(weights=PLAIN, candidates=3, searches=False),
    "sharp": Settings(weights=TUNED, candidates=6),
    "strong": Settings(weights=TUNED, candidates=24),
}
NODES: Mapping[Skill, int] = {"gentle": 30, "steady": 30, "sharp": 300, "strong": 5000}
"""Playouts a turn."""


class Turn(NamedTuple):
    """A whole turn up to the refill, and how the table looks then."""

    actions: Actions
    glance: float
    after: Bytes


def rank(
    rules: Rules[Any, Any, Any],
    seen: Data,
    rng: Random,
    budget: Budget,
    skill: Skill,
    also: Sequence[Actions] = (),
) -> list[Choice]:
    state = kernel.kernel_state(rules.imagine(seen, rng))
    settings = SETTINGS[skill]
    seats = int(state[kernel.SEATS])
    asked = [asked_turn(state, actions) for actions in also]
    known = {turn.after.tobytes() for turn in asked}
    found = [turn for turn in whole_turns(state, settings.weights[seats]) if turn.after.tobytes() not in known]
    found = thought_of(found, settings, rng)
    turns = [*sorted(found, key=lambda turn: -turn.glance)[: settings.candidates], *asked]
    order, trial = tried_out(turns, len(asked), TUNED[seats], budget, seeded(rng))
    if not settings.searches:
        order = list(range(len(turns)))
    return [Choice(turns[i].actions, float(trial.worth[i]), int(trial.counts[i])) for i in order]


def thought_of(turns: list[Turn], settings: Settings, rng: Random) -> list[Turn]:
    """The turns that begin with a card which the player thinks of, if there are any."""
    if not settings.overlooked:
        return turns
    first = {turn.actions[0]["card"]: "".join(sorted(turn.actions[0]["card"])) for turn in turns}
    thought = {card for card in sorted(set(first.values())) if rng.random() >= settings.overlooked}
    return [turn for turn in turns if first[turn.actions[0]["card"]] in thought] or turns


def whole_turns(state: Bytes, weights: Weights) -> Iterator[Turn]:
    """Every turn that leads to a table of its own."""
    value = np.empty(kernel.MARKERS)
    known = set()
    unfinished: list[tuple[Actions, Bytes]] = [([], state)]
    while unfinished:
        begun, before = unfinished.pop()
        seat = int(before[kernel.SEAT])
        start = kernel.HANDS + seat * kernel.HAND
        for kind in dict.fromkeys(before[start : start + int(before[kernel.SIZES + seat])].tolist()):
            for turned in (0, 1):
                after = before.copy()
                kernel.play(after, kind, turned)
                if (key := after.tobytes()) in known:
                    continue
                known.add(key)
                actions = [*begun, {"type": "play", "card": kernel.card_name(kind, turned)}]
                if after[kernel.DUE]:
                    unfinished.append((actions, after))
                    continue
                yield Turn(actions, judge(after.copy(), weights, value), after)
                if kernel.may_swap(after):
                    yield Turn(
                        [*actions, {"type": "swap"}], judge_new_hand(after.copy(), weights, value), swapping(after)
                    )


def swapping(after: Bytes) -> Bytes:
    after = after.copy()
    after[kernel.SWAPPING] = 1
    return after


def asked_turn(state: Bytes, actions: Actions) -> Turn:
    after = state.copy()
    for action in actions:
        if action["type"] == "swap":
            after[kernel.SWAPPING] = 1
        else:
            turned = int(action["card"] not in kernel.KINDS)
            kernel.play(after, kernel.KINDS.index(action["card"][:: -1 if turned else 1]), turned)
    return Turn(actions, 0.0, after)


def tried_out(
    turns: list[Turn], asked: int, weights: Weights, budget: Budget, chance: Words
) -> tuple[list[int], Trial]:
    """The turns by what playouts say of them; the last ones are asked for and stay to the end."""
    tables = np.array([turn.after for turn in turns])
    trial = Trial(len(turns), range(len(turns) - asked, len(turns)))

    def play(alive: Indices, first: int, deals: int, trial: Trial) -> None:
        try_deals(tables, alive, chance, first, deals, weights, trial.totals, trial.counts)

    return trial.run(budget, play), trial


@compiled
def try_deals(
    tables: NDArray[np.int8],
    alive: Indices,
    seed: Words,
    first: int,
    deals: int,
    weights: Weights,
    totals: NDArray[np.float64],
    counts: Indices,
) -> None:
    """Play each turn that is still alive out on so many deals, the same for all."""
    s = np.empty(kernel.LENGTH, dtype=np.int8)
    trial = np.empty(kernel.LENGTH, dtype=np.int8)
    value = np.empty(kernel.MARKERS, dtype=np.float64)
    chance = seed.copy()
    for deal in range(first, first + deals):
        for turn in alive:
            # Each deal has a stream of its own, far from the next one's.
            chance[0] = seed[0] + np.uint64(deal) * np.uint64(0xD1342543DE82EF95)
            s[:] = tables[turn]
            reader = s[kernel.SEAT]
            if not s[kernel.ENDED]:
                kernel.deal_anew(s, reader, chance)
                kernel.close(s, chance)
                play_out(s, weights, chance, trial, value)
            totals[turn] += kernel.share_of(s, reader)
            counts[turn] += 1


def warm() -> None:
    """Compile all that a search calls, or load what was compiled."""
    s = np.zeros(kernel.LENGTH, dtype=np.int8)
    chance = seeded(Random(0))
    kernel.setup(s, 2, chance)
    tried_out(list(whole_turns(s, TUNED[2])), 0, TUNED[2], Budget(nodes=100), chance)
