"""The search for the stacking game: what its evaluation was tuned to, and how well each strength plays."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from games.bots.bot import Actions, Budget, Choice, Skill
from games.bots.kernels import genial3d
from games.bots.search import hexsearch
from games.bots.search.hexsearch import Settings
from games.engine.rules import Data, Rules

NODES: Mapping[Skill, int] = {"gentle": 400, "steady": 400, "sharp": 2_500, "strong": 50_000}

TUNED = np.array(
    [
        [0.052, 0.153, 0.085, 0.354, 0.164, 0.003, 0.017, 0.085, -0.001, 0.028, 0.112],
        [0.156, 0.23, 0.045, 1.805, 0.056, -0.002, 0.026, 0.069, 0.019, 0.098, 0.352],
    ]
)
ALIKE = np.array([[0.05, 0.0, 0.2, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]] * 2)
"""All colours nearly alike, no thought of opponents."""

SETTINGS: Mapping[Skill, Settings] = {
    "gentle": Settings(weights=ALIKE, candidates=3, overlooked=0.85, searches=False),
    "steady": Settings(weights=TUNED, candidates=3, overlooked=0.6, searches=False),
    "sharp": Settings(weights=TUNED, candidates=8),
    "strong": Settings(weights=TUNED, candidates=20, trust=80, slope=0.035),
}


def rank(
    rules: Rules[Any, Any, Any],
    seen: Data,
    rng: Random,
    budget: Budget,
    skill: Skill,
    also: Sequence[Actions] = (),
) -> list[Choice]:
    return hexsearch.rank(genial3d, rules, seen, rng, budget, SETTINGS[skill], also)


def warm() -> None:
    hexsearch.warm(rank, "genial-3d")
