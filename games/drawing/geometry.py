"""Points and outlines, written the way SVG wants them."""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt

from games.engine.hexgrid import Cell

Point = tuple[float, float]

HEX_SIZE = 10.0
"""From the centre of a cell to its corners."""


def number(value: float) -> str:
    """Short, and never in the reader's own notation: SVG knows no decimal comma."""
    return f"{round(value, 2) + 0.0:g}"


def outline(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def around(count: int, radius: float, start: float = -pi / 2) -> list[Point]:
    """Points spread evenly on a circle, the first one at the top."""
    return [(radius * cos(start + 2 * pi * i / count), radius * sin(start + 2 * pi * i / count)) for i in range(count)]


def star(points: int, outer: float, inner: float) -> str:
    tips = around(points, outer)
    notches = around(points, inner, start=-pi / 2 + pi / points)
    return outline(point for pair in zip(tips, notches, strict=True) for point in pair)


def centre(cell: Cell, size: float = HEX_SIZE) -> Point:
    """Where a pointy-top cell lies; the board's centre is the origin."""
    q, r = cell
    return size * sqrt(3) * (q + r / 2), size * 1.5 * r


def hexagon(middle: Point, size: float = HEX_SIZE) -> str:
    x, y = middle
    return outline((x + dx, y + dy) for dx, dy in around(6, size))
