"""How fast the kernels of the card game and the grid game are, beside the plain rules."""

from collections.abc import Iterator
from itertools import count
from random import Random

from games.bots.kernels import cards, koepfchen
from games.bots.kernels.chance import seeded
from games.engine.registry import RULES
from tests.bench.engine import random_game
from tests.bench.measuring import time_of

GAMES = 2000
"""In one call, so that calling weighs nothing."""


def lines() -> Iterator[str]:
    """Random games a second, and how many times as many as the plain rules play."""
    for key, kernel in (("genial-cards", cards), ("koepfchen", koepfchen)):
        for seats in (2, 3, 4):
            chance, numbers = seeded(Random(1)), count()
            fast = time_of(lambda k=kernel, s=seats, c=chance: k.random_games(s, GAMES, c)) / GAMES  # type: ignore[misc]
            plain = time_of(lambda k=key, s=seats, n=numbers: random_game(RULES[k], "free", s, next(n)))  # type: ignore[misc]
            yield (
                f"random games, {key}, {seats} seats: kernel {1 / fast:,.0f} /s, plain rules {1 / plain:,.0f} /s, "
                f"{plain / fast:,.0f} times as many"
            )
