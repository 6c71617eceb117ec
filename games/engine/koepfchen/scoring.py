"""Groups: in the row and in the column of the laid card, each group that contains it scores."""

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.koepfchen.variants import FLUSH, RANKS, SET, STRAIGHT, WINNING_SET, Cell

Layout = Mapping[Cell, str]
"""The cards by their cell."""

SMALLEST = min(*FLUSH, *SET, *STRAIGHT)
"""A group of fewer cards is none."""

LINES = {"row": (1, 0), "column": (0, 1)}


class Group(NamedTuple):
    line: str
    kind: str
    cells: tuple[Cell, ...]
    points: int

    @property
    def wins(self) -> bool:
        return self.kind == "set" and len(self.cells) == WINNING_SET


def line_through(grid: Layout, cell: Cell, step: Cell) -> list[Cell]:
    """The unbroken line of cards through a cell, which itself counts as covered."""
    dx, dy = step

    def reach(sign: int) -> list[Cell]:
        found = []
        x, y = cell[0] + sign * dx, cell[1] + sign * dy
        while (x, y) in grid:
            found.append((x, y))
            x, y = x + sign * dx, y + sign * dy
        return found

    return [*reversed(reach(-1)), cell, *reach(1)]


def line_length(grid: Layout, cell: Cell, step: Cell) -> int:
    """How long that line is."""
    (dx, dy), length = step, 1
    for sign in (-1, 1):
        x, y = cell[0] + sign * dx, cell[1] + sign * dy
        while (x, y) in grid:
            length += 1
            x, y = x + sign * dx, y + sign * dy
    return length


def groups(grid: Layout, cell: Cell) -> list[Group]:
    """All that the card on this cell scores with; a line's order and strangers do not matter."""
    found = []
    for name, step in LINES.items():
        line = line_through(grid, cell, step)
        for kind, cells, worth in (
            ("set", same(grid, line, cell, part=1), SET),
            ("flush", same(grid, line, cell, part=0), FLUSH),
            ("straight", straight(grid, line, cell), STRAIGHT),
        ):
            if len(cells) < SMALLEST:
                continue
            group = Group(name, kind, tuple(cells), worth.get(len(cells), 0))
            if group.points or group.wins:
                found.append(group)
    return found


def same(grid: Layout, line: list[Cell], cell: Cell, part: int) -> list[Cell]:
    """The cards of the line with the laid card's colour (part 0) or rank (part 1)."""
    return [other for other in line if grid[other][part] == grid[cell][part]]


def straight(grid: Layout, line: list[Cell], cell: Cell) -> list[Cell]:
    """The longest run of consecutive ranks through the laid card's own, an ace being 1 only: one
    card for each rank."""
    by_rank = {RANKS.index(grid[other][1]): other for other in reversed(line)}
    own = RANKS.index(grid[cell][1])
    by_rank[own] = cell
    low = high = own
    while low - 1 in by_rank:
        low -= 1
    while high + 1 in by_rank:
        high += 1
    return [by_rank[rank] for rank in range(low, high + 1)]
