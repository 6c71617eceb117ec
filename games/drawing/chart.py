"""A chart of how each player stood, turn by turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .geometry import number, outline

WIDTH, HEIGHT = 640.0, 220.0
MARGIN = 12.0
LABELS = 36.0
"""Room for the scale on the left."""


@dataclass(frozen=True, slots=True)
class Dot:
    n: int
    """The number of the turn."""
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Line:
    seat: int
    points: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Level:
    value: float
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    view_box: str
    left: str
    right: str
    levels: tuple[Level, ...]
    lines: tuple[Line, ...]


def worth_chart(worth: Mapping[int, Sequence[tuple[int, float]]], turns: int, top: float = 1.0) -> Chart:
    """One line a seat through the worth of each of its turns, from nothing at the bottom to `top`."""

    def x(n: int) -> float:
        return LABELS + (WIDTH - LABELS - MARGIN) * (n / max(turns, 1))

    def y(value: float) -> float:
        return MARGIN + (HEIGHT - 2 * MARGIN) * (1 - min(max(value / top, 0.0), 1.0))

    return Chart(
        view_box=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        left=number(LABELS),
        right=number(WIDTH - MARGIN),
        levels=tuple(Level(part * top, number(y(part * top))) for part in (0, 0.25, 0.5, 0.75, 1)),
        lines=tuple(
            Line(
                seat=seat,
                points=outline((x(n), y(value)) for n, value in points),
                dots=tuple(Dot(n, number(x(n)), number(y(value))) for n, value in points),
            )
            for seat, points in sorted(worth.items())
        ),
    )
