"""Timing that can be compared between machines: everything is set against a bare loop of the same run."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

LOOP = 200_000


def bare_loop() -> None:
    total = 0
    for number in range(LOOP):
        total += number


@dataclass(frozen=True)
class Figure:
    name: str
    seconds: float
    """For one of the thing measured, processor time."""

    def line(self, loop: float) -> str:
        speed = f"{1 / self.seconds:9.1f} /s" if self.seconds < 0.5 else f"{self.seconds:9.2f} s "
        return f"{self.name:<58} {speed} {self.seconds * 1000:10.3f} ms {self.seconds / loop:9.2f} loops"


def time_of(work: Callable[[], object], *, least: float = 0.5, runs: int = 3) -> float:
    """Processor seconds of one call: the best of some runs, each long enough to be read off a clock."""
    work()
    best = float("inf")
    for _ in range(runs):
        calls = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < least / runs:
            work()
            calls += 1
        best = min(best, spent / calls)
    return best


def times_of(works: Iterable[Callable[[], object]], *, rounds: int = 12) -> list[float]:
    """Processor seconds of one call of each. They take turns, so that whatever else the machine does meets them all."""
    works = list(works)
    found = [time_of(work, least=0.05, runs=1) for work in works]
    for _ in range(rounds):
        found = [min(best, time_of(work, least=0.05, runs=1)) for best, work in zip(found, works, strict=True)]
    return found
