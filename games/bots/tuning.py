"""Tuning the numbers of an evaluation by play: the cross-entropy method against the best found so far."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Compare = Callable[[Vector, Vector, int], float]
"""What the first wins on average against the second over the deals of a seed, from 0 to 1; solo: its result."""


@dataclass(frozen=True, slots=True)
class Generation:
    number: int
    mean: Vector
    spread: Vector
    won: float
    """By the mean against the champion."""
    champion: Vector


def tune(
    compare: Compare,
    start: Vector,
    spread: Vector,
    *,
    generations: int,
    population: int = 40,
    elite: int = 8,
    margin: float = 0.52,
    seed: int = 0,
) -> Iterator[Generation]:
    """Draw numbers around the mean, move it to those that win most, and so on. Everybody plays the same deals; the mean
    becomes the champion when it wins by the margin on other deals."""
    rng = np.random.default_rng(seed)
    mean, champion = start.astype(float).copy(), start.astype(float).copy()
    spread = spread.astype(float).copy()
    for number in range(generations):
        people = mean + spread * rng.standard_normal((population, mean.size))
        people[0] = mean
        results = np.array([compare(person, champion, number) for person in people])
        best = people[np.argsort(-results, kind="stable")[:elite]]
        # Half of the old stays, so that one lucky generation does not decide.
        mean = 0.5 * mean + 0.5 * best.mean(axis=0)
        spread = 0.6 * spread + 0.4 * best.std(axis=0)
        won = compare(mean, champion, 1_000_000 + number)
        if won > margin:
            champion = mean.copy()
        yield Generation(number, mean, spread, won, champion)
