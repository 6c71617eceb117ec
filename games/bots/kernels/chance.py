"""The kernels' own chance: a small fast generator, which imagines futures and never sees the engine's.

SplitMix64; its state is an array of one 64-bit word, so that compiled code can move it on in place.
"""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.compiling import compiled

Words = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def seeded(rng: Random) -> Words:
    """A generator for one search; the same state of `rng` gives the same futures."""
    return np.array([rng.getrandbits(64)], dtype=np.uint64)


@compiled
def word(chance: Words) -> Any:
    chance[0] += _STEP
    z = chance[0]
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@compiled
def below(chance: Words, n: int) -> int:
    """A number from 0 to n - 1. Nearly equally likely each: good enough for futures."""
    scaled: Any = ((word(chance) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)
    return np.int64(scaled)  # type: ignore[return-value]  # a plain int in compiled code


@compiled
def unit(chance: Words) -> float:
    """A number from 0 up to 1."""
    return np.float64(word(chance) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def shuffle(chance: Words, items: NDArray[np.int8], start: int, count: int) -> None:
    """Bring so many items from `start` on into any order."""
    for i in range(count - 1, 0, -1):
        j = below(chance, i + 1)
        items[start + i], items[start + j] = items[start + j], items[start + i]
