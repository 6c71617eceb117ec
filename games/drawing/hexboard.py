"""A hex board seen from above, drawn from a view: what lies on it, what was laid last, and what scores."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from games.engine.hexgrid import DIRECTIONS, Cell, grid

from .boards import TILE_SIZE, frame
from .geometry import HEX_SIZE, Point, around, centre, hexagon, number, outline

HEXAGON = hexagon((0, 0), HEX_SIZE - 0.6)
"""A cell about its middle."""

NAME_ROOM, NAME_DROP = 6, 1.8
"""Room for the name of a row beside it, and how far below the middle its letters stand."""

View = dict[str, Any]
"""What a reader may see of a board game."""


class Spot(NamedTuple):
    """A cell: what people call it, and where it lies."""

    name: str
    cell: Cell
    x: str
    y: str


class Symbol(NamedTuple):
    colour: str
    x: str
    y: str


class Tile(NamedTuple):
    """A tile: the shape to put at its first cell, and its two symbols."""

    shape: int
    """The direction from its first half to its second."""
    first: Symbol
    second: Symbol
    mark: str
    """`last`, `draft` or nothing."""


class RowName(NamedTuple):
    """What helps to name cells: a row's letter before it, the number of its last cell behind it."""

    letter: str
    left: str
    last: int
    right: str
    y: str


class Ray(NamedTuple):
    """A line that scores, from the half that looks along it to the last symbol that counts."""

    colour: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    view_box: str
    cells: str
    """The outlines of all cells in one path."""
    row_names: tuple[RowName, ...]
    printed: tuple[Symbol, ...]
    tiles: tuple[Tile, ...]
    rays: tuple[Ray, ...]
    lit: tuple[Spot, ...]
    """The cells whose symbols count."""
    opening: tuple[Spot, ...]
    """Start cells that are still to be touched."""


@cache
def rows(radius: int) -> tuple[tuple[Spot, ...], ...]:
    """All cells, row by row from the top."""
    board = grid(radius)
    spots = [spot(radius, cell) for cell in board.cells]
    return tuple(tuple(found for found in spots if found.cell[1] == row) for row in range(-radius, radius + 1))


@cache
def spot(radius: int, cell: Cell) -> Spot:
    x, y = centre(cell)
    return Spot(grid(radius).name(cell), cell, number(x), number(y))


@cache
def names(radius: int) -> dict[Cell, str]:
    """What people call each cell."""
    return {spot.cell: spot.name for row in rows(radius) for spot in row}


@cache
def row_names(radius: int) -> tuple[RowName, ...]:
    beside = HEX_SIZE * sqrt(3) / 2 + NAME_ROOM * 0.6
    return tuple(
        RowName(
            row[0].name[0],
            number(float(row[0].x) - beside),
            len(row),
            number(float(row[-1].x) + beside),
            number(float(row[0].y) + NAME_DROP),
        )
        for row in rows(radius)
    )


@cache
def view_box(radius: int) -> str:
    """The frame of the cells, and room for the rows' names beside it."""
    x, y, width, height = map(float, frame(radius).split())
    return " ".join(map(number, (x - NAME_ROOM, y, width + 2 * NAME_ROOM, height)))


@cache
def outlines(radius: int) -> str:
    return "".join(f"M{hexagon(centre(cell), HEX_SIZE - 0.6)}z" for cell in grid(radius).cells)


@cache
def tile_shapes() -> tuple[str, ...]:
    """A tile about its first cell, for each direction of the second."""
    return tuple(map(tile_shape, range(len(DIRECTIONS))))


def tile_shape(step: int) -> str:
    """The outline of two cells and the joint between them: round the first from the joint on, then round the second."""
    a, b = centre((0, 0)), centre(DIRECTIONS[step])
    corners = around(6, TILE_SIZE)
    start = step + 2  # directions go clockwise from the right, corners from the top

    def walk(middle: Point, first: int) -> list[Point]:
        return [(middle[0] + x, middle[1] + y) for x, y in (corners[(first + at) % 6] for at in range(6))]

    return f"M{outline([*walk(a, start), *walk(b, start + 3)])}z"


@cache
def symbol(colour: str, cell: Cell) -> Symbol:
    x, y = centre(cell)
    return Symbol(colour, number(x), number(y))


@cache
def tile(letters: str, a: Cell, b: Cell, mark: str = "") -> Tile:
    shape = DIRECTIONS.index((b[0] - a[0], b[1] - a[1]))
    return Tile(shape, symbol(letters[0], a), symbol(letters[1], b), mark)


@cache
def ray(colour: str, start: Cell, end: Cell) -> Ray:
    a, b = symbol(colour, start), symbol(colour, end)
    return Ray(colour, f"M{a.x},{a.y}L{b.x},{b.y}")


def as_cell(data: Sequence[int]) -> Cell:
    q, r = data
    return q, r


def rays_of(why: Iterable[dict[str, Any]]) -> tuple[Ray, ...]:
    return tuple(ray(line["colour"], as_cell(line["from"]), as_cell(line["cells"][-1])) for line in why)


def draw_view(
    view: View, *, last: Iterable[int] = (), lit: Sequence[dict[str, Any]] = (), ghost: int | None = None
) -> Picture:
    """The board of a view. `last` are the turns to mark, `lit` reasons of the engine to light up, `ghost` is the turn
    that is only drafted."""
    radius = view["radius"]
    marks = dict.fromkeys(last, "last") | ({ghost: "draft"} if ghost else {})
    return Picture(
        view_box=view_box(radius),
        cells=outlines(radius),
        row_names=row_names(radius),
        printed=tuple(symbol(colour, (q, r)) for q, r, colour in view["printed"]),
        tiles=tuple(
            tile(placed["tile"], *map(as_cell, placed["cells"]), marks.get(placed["n"], ""))
            for placed in view["placed"]
        ),
        rays=rays_of(lit),
        lit=tuple(spot(radius, cell) for cell in {as_cell(cell): None for line in lit for cell in line["cells"]}),
        opening=tuple(spot(radius, as_cell(cell)) for cell in view["opening"]),
    )
