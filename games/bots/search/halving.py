"""Successive halving: turns are tried on the same imagined deals, and after each round the worse half is dropped, so
that most thought goes where the choice is close."""

import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from games.bots.bot import Budget

Indices = NDArray[np.int64]

A_LOOK = 100
"""How many playouts pass between two looks at the clock."""


class Trial:
    """What playouts say of some turns, which come in the order of the first glance."""

    def __init__(self, turns: int, to_the_end: Sequence[int] = ()) -> None:
        self.totals = np.zeros(turns)
        self.counts = np.zeros(turns, dtype=np.int64)
        self.to_the_end = np.isin(np.arange(turns), to_the_end)
        """Turns that are never dropped, since somebody asks for them."""

    @property
    def worth(self) -> NDArray[np.float64]:
        return self.totals / np.maximum(self.counts, 1)

    def run(self, budget: Budget, play_out: Callable[[Indices, int, int, "Trial"], None]) -> list[int]:
        """Let `play_out` try the turns still alive on so many deals from one on; the turns, best first."""
        began = time.monotonic()
        deals = 0
        alive = np.arange(len(self.totals))
        dropped: list[int] = []
        rounds = max(1, (len(alive) - 1).bit_length())
        for done in range(rounds):
            until = float("inf") if budget.seconds is None else began + budget.seconds * (done + 1) / rounds
            more = self.share(budget, rounds - done) // len(alive)
            while more > 0 and time.monotonic() < until:
                some = min(more, max(1, A_LOOK // len(alive)))
                play_out(alive, deals, some, self)
                deals, more = deals + some, more - some
            order = alive[np.argsort(-self.worth[alive], kind="stable")]
            kept = self.to_the_end[order]
            kept[: (len(order) + 1) // 2 if done < rounds - 1 else len(order)] = True
            dropped = [*order[~kept].tolist(), *dropped]
            alive = order[kept]
        return [*alive.tolist(), *dropped]

    def share(self, budget: Budget, rounds_left: int) -> int:
        """The playouts that a round may use."""
        if budget.nodes is None:
            return 1 << 40
        return max(0, budget.nodes - int(self.counts.sum())) // rounds_left
