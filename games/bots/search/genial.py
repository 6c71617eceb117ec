"""The search for the board game: what its evaluation was tuned to, and how well each strength plays."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from games.bots.bot import Actions, Budget, Choice, Skill
from games.bots.kernels import genial
from games.bots.search import hexsearch
from games.bots.search.hexsearch import Settings
from games.engine.rules import Data, Rules

NODES: Mapping[Skill, int] = {"gentle": 400, "steady": 400, "sharp": 2_500, "strong": 100_000}

TUNED = np.array(
    [
        [0.06, 0.153, 0.077, 0.693, 0.146, -0.007, 0.023, 0.12, -0.014, 0.071, 0.0],
        [0.228, 0.247, 0.018, 1.135, 0.108, 0.005, 0.019, 0.124, 0.078, -0.067, 0.0],
    ]
)
ALIKE = np.array([[0.05, 0.0, 0.2, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]] * 2)
"""All colours nearly alike, no thought of opponents."""

SETTINGS: Mapping[Skill, Settings] = {
    "gentle": Settings(weights=ALIKE, candidates=3, overlooked=0.75, searches=False),
    "steady": Settings(weights=TUNED, candidates=3, overlooked=0.6, searches=False),
    "sharp": Settings(weights=TUNED, candidates=8),
    "strong": Settings(weights=TUNED, candidates=24, trust=80, slope=0.035),
}

ALONE = np.array(
    [
        [0.275, -0.01, 0.125, 0.078, 0.018, 0.031, -0.002, -0.095, 0.501, 0.052, 0.071],
        [0.256, 0.025, 0.205, 0.043, 0.014, 0.041, 0.005, -0.128, 0.288, 0.122, 0.081],
    ]
)
"""The weights of `solo_policy`, tuned for the lowest colour."""
ALONE_ALIKE = np.array([[0.05, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]] * 2)

SOLO: Mapping[Skill, Settings] = {
    "gentle": replace(SETTINGS["gentle"], weights=ALONE_ALIKE),
    "steady": replace(SETTINGS["steady"], weights=ALONE),
    "sharp": replace(SETTINGS["sharp"], weights=ALONE, trust=20, slope=0.6),
    "strong": replace(SETTINGS["strong"], weights=ALONE, trust=20, slope=0.6),
}


def rank(
    rules: Rules[Any, Any, Any],
    seen: Data,
    rng: Random,
    budget: Budget,
    skill: Skill,
    also: Sequence[Actions] = (),
) -> list[Choice]:
    settings = SOLO if seen["mode"] == "solo" else SETTINGS
    return hexsearch.rank(genial, rules, seen, rng, budget, settings[skill], also)


def warm() -> None:
    hexsearch.warm(rank, "genial")
