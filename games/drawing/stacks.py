"""The stacking game drawn from a view: from above, with heights to be read at a glance, or at a slant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.hexgrid import Cell, grid

from .boards import SLANT, STOREY, TILE_SIZE, frame, slanted, wall
from .geometry import HEX_SIZE, Point, around, centre, number, outline
from .hexboard import Ray, Spot, Symbol, Tile, View, as_cell, outlines, rows, symbol, tile

LOOKS = ("above", "slanted")
SHADOW = 0.75
"""How far a storey throws its shadow, seen from above."""
HIGHEST_SHADE = 6
"""Above that, all storeys look alike but for their number."""
TOP_SIZE = TILE_SIZE + 0.9
BADGE = {"above": (5.6, -4.2), "slanted": (6.2, 1.8)}
"""From the middle of a cell to the number of its storeys."""


class Layer(NamedTuple):
    """A storey of a stack: a half of a tile, or a start stone."""

    colour: str
    n: int
    """The turn in which it was laid; 0 for start stones."""
    seat: int | None
    tile: str


Heap = dict[Cell, list[Layer]]
"""What lies on each cell that is not free, from the board upwards."""


def heap_of(view: View) -> Heap:
    heap = {(q, r): [Layer(colour, 0, None, "")] for q, r, colour in view["printed"]}
    for placed in view["placed"]:
        for cell, colour in zip(map(as_cell, placed["cells"]), placed["tile"], strict=True):
            heap.setdefault(cell, []).append(Layer(colour, placed["n"], placed["seat"], placed["tile"]))
    return heap


class Mark(NamedTuple):
    """Something to put on a cell: a number, a ring."""

    x: str
    y: str
    text: str = ""


class Flat(NamedTuple):
    """A tile as it is seen from above."""

    tile: Tile
    height: int
    shade: int
    shadow: str
    """How far its shadow is moved to either side."""


class Top(NamedTuple):
    """A cell of the slanted view: its walls, what lies on top, and what joins it with the tile's other half."""

    outline: str
    symbol: Symbol | None
    shade: int
    walls: tuple[tuple[str, str], ...]
    """Left and right, storey by storey from the top."""
    bridge: str
    mark: str
    """`last`, `draft` or nothing."""
    badge: Mark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stacked:
    """What both looks have; each fills in what it draws with."""

    look: str
    view_box: str
    cells: str = ""
    stones: tuple[Symbol, ...] = ()
    tiles: tuple[Flat, ...] = ()
    """Lowest first, so that each may cover those beneath."""
    tops: tuple[Top, ...] = ()
    """Back to front, so that each may cover those behind it."""
    slant: str = "1"
    badges: tuple[Mark, ...] = ()
    rays: tuple[Ray, ...]
    lit: tuple[Mark, ...]
    """The cells whose symbols count."""
    opening: tuple[Mark, ...]
    """Start stones that no tile has touched yet."""


def shade(height: int) -> int:
    return min(height, HIGHEST_SHADE)


def point_of(cell: Cell, height: int, look: str) -> Point:
    """Where the middle of a cell's top is to be seen, before the slant squeezes the picture."""
    x, y = centre(cell)
    return (x, y - height * STOREY / SLANT) if look == "slanted" else (x, y)


def spots_of(view: View, look: str) -> tuple[tuple[Spot, ...], ...]:
    """All cells, row by row from the top, each where the top of its stack is to be seen."""
    heap = heap_of(view)

    def raised(spot: Spot) -> Spot:
        x, y = point_of(spot.cell, len(heap.get(spot.cell, ())), look)
        return spot._replace(x=number(x), y=number(y))

    return tuple(tuple(map(raised, row)) for row in rows(view["radius"]))


def rays_over(view: View, look: str, why: Iterable[dict[str, Any]]) -> tuple[Ray, ...]:
    """Lines that score, each from the half that looks along it to its last symbol, up and down the stacks."""
    heap = heap_of(view)

    def bent(line: dict[str, Any]) -> Ray:
        cells = [as_cell(cell) for cell in (line["from"], *line["cells"])]
        points = (point_of(cell, len(heap.get(cell, ())), look) for cell in cells)
        return Ray(line["colour"], "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points))

    return tuple(map(bent, why))


def draw_stacks_of(
    view: View,
    *,
    look: str = "above",
    last: Iterable[int] = (),
    lit: Sequence[dict[str, Any]] = (),
    ghost: int | None = None,
) -> Stacked:
    """The stacks of a view. `last` are the turns to mark, `lit` reasons of the engine to light up, `ghost` is the turn
    that is only drafted."""
    heap = heap_of(view)
    marks = dict.fromkeys(last, "last") | ({ghost: "draft"} if ghost else {})
    draw = draw_slanted if look == "slanted" else draw_above

    def at(cell: Cell) -> Mark:
        x, y = point_of(cell, len(heap.get(cell, ())), look)
        return Mark(number(x), number(y))

    return Stacked(
        look=look,
        **draw(view, heap, marks),
        rays=rays_over(view, look, lit),
        lit=tuple(at(cell) for cell in {as_cell(cell): None for line in lit for cell in line["cells"]}),
        opening=tuple(at(as_cell(cell)) for cell in view["opening"]),
    )


def badge(cell: Cell, height: int, look: str) -> Mark | None:
    """How high a stack is, where that needs saying."""
    if height < 2:
        return None
    x, y = point_of(cell, height, look)
    right, down = BADGE[look]
    return Mark(number(x + right), number((y * SLANT if look == "slanted" else y) + down), str(height))


# --- from above --------------------------------------------------------------------------------


def draw_above(view: View, heap: Heap, marks: Mapping[int, str]) -> dict[str, Any]:
    radius = view["radius"]
    badges = (badge(cell, len(layers), "above") for cell, layers in heap.items())
    by_level = sorted(view["placed"], key=lambda placed: int(placed["level"]))
    return {
        "view_box": frame(radius),
        "cells": outlines(radius),
        "stones": tuple(symbol(colour, (q, r)) for q, r, colour in view["printed"]),
        "tiles": tuple(flat(placed, marks) for placed in by_level),
        "badges": tuple(filter(None, badges)),
    }


def flat(placed: dict[str, Any], marks: Mapping[int, str]) -> Flat:
    a, b = map(as_cell, placed["cells"])
    height = placed["level"] + 1
    return Flat(tile(placed["tile"], a, b, marks.get(placed["n"], "")), height, shade(height), number(SHADOW * height))


# --- at a slant --------------------------------------------------------------------------------


def draw_slanted(view: View, heap: Heap, marks: Mapping[int, str]) -> dict[str, Any]:
    radius = view["radius"]
    bridges = dict(top_bridges(view, heap))
    return {
        "view_box": frame(radius, slant=SLANT, headroom=headroom(radius, heap)),
        "tops": tuple(top(cell, heap.get(cell, []), bridges.get(cell, ""), marks) for cell in grid(radius).cells),
        "slant": number(SLANT),
    }


def headroom(radius: int, heap: Heap) -> float:
    """What the picture needs above the board for stacks near its upper edge."""
    above = (3 * radius + 2) * HEX_SIZE / 2
    tops = (HEX_SIZE - point_of(cell, len(layers), "slanted")[1] for cell, layers in heap.items())
    return max([STOREY, *((top - above) * SLANT for top in tops)])


def top(cell: Cell, layers: Sequence[Layer], bridge: str, marks: Mapping[int, str]) -> Top:
    height = len(layers)
    x, y = point_of(cell, height, "slanted")
    size = TOP_SIZE if layers else HEX_SIZE - 0.6
    corners = [slanted((x + dx, y + dy)) for dx, dy in around(6, size)]
    _, _, right, front, left, _ = corners
    return Top(
        outline=outline(corners),
        symbol=Symbol(layers[-1].colour, number(x), number(y)) if layers else None,
        shade=shade(height),
        walls=tuple((wall(left, front, storey), wall(front, right, storey)) for storey in range(height)),
        bridge=bridge,
        mark=marks.get(layers[-1].n, "") if layers else "",
        badge=badge(cell, height, "slanted"),
    )


def top_bridges(view: View, heap: Heap) -> Iterable[tuple[Cell, str]]:
    """For each tile that lies open what joins its halves, at the one in front."""
    order = grid(view["radius"]).index
    for placed in view["placed"]:
        a, b = sorted(map(as_cell, placed["cells"]), key=order.__getitem__)
        if all(len(heap[cell]) == placed["level"] + 1 for cell in (a, b)):
            yield b, seam(point_of(a, len(heap[a]), "slanted"), point_of(b, len(heap[b]), "slanted"))


def seam(a: Point, b: Point) -> str:
    """A band over the joint between two tops, as wide as their common edge."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    ox, oy = -dy / length * TILE_SIZE / 2.4, dx / length * TILE_SIZE / 2.4
    near, far = ((ax + dx * part, ay + dy * part) for part in (0.4, 0.6))
    return outline(
        slanted(point)
        for point in (
            (near[0] + ox, near[1] + oy),
            (far[0] + ox, far[1] + oy),
            (far[0] - ox, far[1] - oy),
            (near[0] - ox, near[1] - oy),
        )
    )
