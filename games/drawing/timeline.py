"""A line through time with a band around it: how a rating went. Pure: moments and numbers in, coordinates out.

The picture is stretched to whatever room there is, so nothing in it may have a shape of its own: the scales stand
beside it as text, evenly spaced, and dots are strokes without a length.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from .geometry import Point, number, outline

WIDTH, HEIGHT = 1000.0, 300.0
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LEVELS = 6
MOMENTS = 5
"""On the scale of time, both ends included."""
SHORTEST = timedelta(days=1)


class Reading(NamedTuple):
    """What is known at a moment: a value, and how far the truth may lie to either side."""

    at: datetime
    value: float
    spread: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A reading on the picture."""

    x: str
    y: str
    left: str
    width: str
    """The part of the picture in which no other reading is nearer."""


@dataclass(frozen=True, slots=True)
class Timeline:
    view_box: str
    line: str
    area: str
    """Under the line."""
    band: str
    spots: tuple[Spot, ...]
    """One a reading, in their order."""
    levels: tuple[tuple[int, str], ...]
    """Values on the scale, highest first, with their heights."""
    moments: tuple[datetime, ...]


def timeline(readings: Sequence[Reading], *, begin: datetime | None = None, end: datetime) -> Timeline:
    """The readings from `begin`, or from the first one, to `end`."""
    begin = begin or readings[0].at
    span = max(end - begin, SHORTEST)
    begin = end - span
    levels = scale(min(r.value - r.spread for r in readings), max(r.value + r.spread for r in readings))
    low, high = levels[-1], levels[0]

    def x(at: datetime) -> float:
        return WIDTH * min(max((at - begin) / span, 0.0), 1.0)

    def y(value: float) -> float:
        return HEIGHT * (high - value) / (high - low)

    across = [x(r.at) for r in readings]
    line = list(zip(across, [y(r.value) for r in readings], strict=True))
    above = list(zip(across, [y(r.value + r.spread) for r in readings], strict=True))
    below = list(zip(across, [y(r.value - r.spread) for r in readings], strict=True))
    for edge in (above, below):
        edge.append((WIDTH, edge[-1][1]))  # what was known last is still thought now
    drawn = outline([*line, (WIDTH, line[-1][1])])
    return Timeline(
        view_box=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        line=drawn,
        area=f"{outline([(across[0], HEIGHT)])} {drawn} {outline([(WIDTH, HEIGHT)])}",
        band=outline([*above, *reversed(below)]),
        spots=spots(line),
        levels=tuple((level, number(y(level))) for level in levels),
        moments=tuple(begin + span * part / (MOMENTS - 1) for part in range(MOMENTS)),
    )


def scale(low: float, high: float) -> list[int]:
    """Round values from above the highest to below the lowest, evenly spaced."""
    for step in STEPS:
        bottom, top = int(low // step), int(-(-high // step))
        if top == bottom:
            top += 1
        if top - bottom < MOST_LEVELS or step == STEPS[-1]:
            break
    return [step * at for at in range(top, bottom - 1, -1)]


def spots(line: Sequence[Point]) -> tuple[Spot, ...]:
    middles = [(one[0] + other[0]) / 2 for one, other in pairwise(line)]
    edges = [0.0, *middles, WIDTH]
    return tuple(
        Spot(number(x), number(y), number(left), number(right - left))
        for (x, y), (left, right) in zip(line, pairwise(edges), strict=True)
    )
