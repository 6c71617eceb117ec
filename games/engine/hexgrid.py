"""Hex boards: cells, directions, lines and the names people use for cells."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
"""Axial `(q, r)` of a pointy-top hex; the centre is (0, 0) and r grows downwards."""

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A hexagon of cells. Lines and neighbours speak of cells by their index in `cells`."""

    radius: int
    cells: tuple[Cell, ...]
    """Row by row from the top, each row from the left."""
    index: Mapping[Cell, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """For each cell and each direction the cells out to the edge, nearest first."""
    neighbours: tuple[frozenset[int], ...]
    pairs: tuple[tuple[int, int], ...]
    """All pairs of adjacent cells, the smaller index first."""

    def name(self, cell: Cell) -> str:
        """`f6`: the row's letter from the top, then the cell's number from the left."""
        q, r = cell
        return f"{chr(ord('a') + r + self.radius)}{q - _first_q(self.radius, r) + 1}"

    def named(self, name: str) -> Cell | None:
        """The cell that people call by this name, if the board has it."""
        found = re.fullmatch(r"([a-z])([1-9][0-9]?)", name, re.ASCII)
        if not found:
            return None
        r = ord(found[1]) - ord("a") - self.radius
        cell = (_first_q(self.radius, r) + int(found[2]) - 1, r)
        return cell if cell in self.index else None


def _first_q(radius: int, r: int) -> int:
    return max(-radius, -r - radius)


def _on_board(radius: int, cell: Cell) -> bool:
    q, r = cell
    return max(abs(q), abs(r), abs(q + r)) <= radius


@cache
def grid(radius: int) -> Grid:
    """The board of this radius, made once."""
    span = range(-radius, radius + 1)
    cells = tuple((q, r) for r in span for q in span if _on_board(radius, (q, r)))
    index = {cell: i for i, cell in enumerate(cells)}

    def ray(cell: Cell, step: Cell) -> tuple[int, ...]:
        reached = ((cell[0] + k * step[0], cell[1] + k * step[1]) for k in range(1, 2 * radius + 1))
        return tuple(index[far] for far in reached if far in index)

    rays = tuple(tuple(ray(cell, step) for step in DIRECTIONS) for cell in cells)
    neighbours = tuple(frozenset(line[0] for line in lines if line) for lines in rays)
    pairs = tuple((a, b) for a in range(len(cells)) for b in sorted(neighbours[a]) if a < b)
    return Grid(radius=radius, cells=cells, index=index, rays=rays, neighbours=neighbours, pairs=pairs)
