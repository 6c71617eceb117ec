"""Hex boards seen from above, and stacks seen at a slant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from games.engine.hexgrid import Cell, grid

from .geometry import HEX_SIZE, Point, around, centre, hexagon, number, outline

TILE_SIZE = 8.6
SLANT = 0.7
"""How much the slanted view shortens the way into the picture."""
STOREY = 4.2


@dataclass(frozen=True, slots=True)
class Half:
    """One coloured cell: where its symbol goes, and how large."""

    colour: str
    x: str
    y: str
    points: str
    bridge: str = ""
    """What joins it with the tile's other half."""


@dataclass(frozen=True, slots=True)
class Board:
    view_box: str
    close_up: str
    """A window on the middle of the board, for small pictures."""
    cells: str
    """The outlines of all cells in one path."""
    printed: tuple[Half, ...]
    tiles: tuple[tuple[Half, Half], ...]


Tile = tuple[str, Cell, Cell]


def read_tiles(radius: int, notation: Iterable[str]) -> tuple[Tile, ...]:
    """Tiles as players write them: `RB f6 g6`."""
    board = grid(radius)
    tiles = []
    for line in notation:
        tile, first, second = line.split()
        a, b = board.named(first), board.named(second)
        if a is None or b is None:
            raise ValueError(f"{line}: not on a board of radius {radius}")
        tiles.append((tile, a, b))
    return tuple(tiles)


def frame(radius: int, *, slant: float = 1, headroom: float = 0) -> str:
    width = HEX_SIZE * sqrt(3) * (2 * radius + 1) + 4
    height = (HEX_SIZE * (3 * radius + 2)) * slant + 4
    return " ".join(number(value) for value in (-width / 2, -height / 2 - headroom, width, height + headroom))


def half(colour: str, cell: Cell, other: Cell | None = None) -> Half:
    middle = centre(cell)
    return Half(
        colour=colour,
        x=number(middle[0]),
        y=number(middle[1]),
        points=hexagon(middle, TILE_SIZE),
        bridge=bridge(middle, centre(other)) if other else "",
    )


def bridge(a: Point, b: Point) -> str:
    """A band as wide as the edge between the two cells of a tile."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    ox, oy = -dy / length * TILE_SIZE / 2, dx / length * TILE_SIZE / 2
    return outline([(a[0] + ox, a[1] + oy), (b[0] + ox, b[1] + oy), (b[0] - ox, b[1] - oy), (a[0] - ox, a[1] - oy)])


def draw_board(radius: int, printed: Sequence[tuple[Cell, str]], tiles: Iterable[Tile]) -> Board:
    return Board(
        view_box=frame(radius),
        close_up=frame(2),
        cells="".join(f"M{hexagon(centre(cell), HEX_SIZE - 0.6)}z" for cell in grid(radius).cells),
        printed=tuple(half(colour, cell) for cell, colour in printed),
        tiles=tuple((half(tile[0], a, b), half(tile[1], b)) for tile, a, b in tiles),
    )


@dataclass(frozen=True, slots=True)
class Column:
    """A cell of the slanted view: its walls, and what lies on top."""

    top: str
    walls: tuple[tuple[str, str], ...] = ()
    """Left and right, storey by storey from the top."""
    colour: str = ""
    x: str = ""
    y: str = ""


@dataclass(frozen=True, slots=True)
class Stacks:
    view_box: str
    close_up: str
    slant: str
    columns: tuple[Column, ...]
    """Back to front, so that each may cover those behind it."""


def slanted(point: Point) -> Point:
    return point[0], point[1] * SLANT


def draw_stacks(radius: int, stones: Mapping[Cell, str], tiles: Iterable[Tile]) -> Stacks:
    tops, heights = dict(stones), dict.fromkeys(stones, 1)
    for tile, a, b in tiles:
        for colour, cell in zip(tile, (a, b), strict=True):
            tops[cell] = colour
            heights[cell] = heights.get(cell, 0) + 1
    return Stacks(
        view_box=frame(radius, slant=SLANT, headroom=STOREY),
        close_up=frame(2, slant=SLANT, headroom=STOREY),
        slant=number(SLANT),
        columns=tuple(column(cell, tops.get(cell, ""), heights.get(cell, 0)) for cell in grid(radius).cells),
    )


def column(cell: Cell, colour: str, level: int) -> Column:
    x, ground = slanted(centre(cell))
    y = ground - level * STOREY
    size = TILE_SIZE + 0.9 if level else HEX_SIZE - 0.6
    corners = [(x + dx, y + dy) for dx, dy in map(slanted, around(6, size))]
    top = outline(corners)
    if not level:
        return Column(top=top)
    _, _, right, front, left, _ = corners
    return Column(
        top=top,
        walls=tuple((wall(left, front, storey), wall(front, right, storey)) for storey in range(level)),
        colour=colour,
        x=number(x),
        # The symbols are squeezed about the origin, so they are moved in the squeezed picture.
        y=number(y / SLANT),
    )


def wall(a: Point, b: Point, storey: int) -> str:
    upper, lower = storey * STOREY, (storey + 1) * STOREY
    return outline([(a[0], a[1] + upper), (b[0], b[1] + upper), (b[0], b[1] + lower), (a[0], a[1] + lower)])
