"""Tiles and the two things that a player does with them in the board games."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, overload

from games.engine.hexgrid import Cell, Grid
from games.engine.reading import read_cell, read_pair, read_type
from games.engine.rules import Data, Malformed, _
from games.engine.swapping import SWAP, Swap


class Place(NamedTuple):
    """Lay a tile: its first letter on the first cell, its second on the second."""

    tile: str
    cells: tuple[Cell, Cell]


Action = Place | Swap

BONUS_LEFT = (_("Bonus move left: place one more tile."), _("Bonus moves left: place {count} more tiles."))


def read_action(data: object) -> Action:
    match read_type(data):
        case "place", action:
            cells = action.get("cells")
            if not isinstance(cells, list) or len(cells) != 2:
                raise Malformed(_("A tile lies on two cells: give both as [[q, r], [q, r]]."))
            first, second = read_cell(cells[0]), read_cell(cells[1])
            tile, turned = read_pair(action.get("tile"), doubles=True)
            return Place(tile, (second, first) if turned else (first, second))
        case "swap", _action:
            return SWAP
    raise Malformed(_("In this game an action is of type place or swap."))


def write_action(action: Action, rack: Sequence[str]) -> Data:
    if isinstance(action, Swap):
        return {"type": "swap", "shown": list(rack)}
    return {"type": "place", "tile": action.tile, "cells": [list(cell) for cell in action.cells]}


class Placements(Sequence[Place]):
    """Every way to lay one of the tiles on one of the pairs of cells, made only when asked for.

    A mixed tile lies either way round, a double one way. Most readers want the length, one entry
    or a pass through all; an opening position has thousands.
    """

    __slots__ = ("_grid", "_pairs", "_ways")

    def __init__(self, grid: Grid, rack: Iterable[str], pairs: Sequence[tuple[int, int]]) -> None:
        self._grid = grid
        self._pairs = pairs
        self._ways = [
            (tile, turned)
            for tile in dict.fromkeys(rack)
            for turned in ((False,) if tile[0] == tile[1] else (False, True))
        ]

    @property
    def spots(self) -> list[tuple[Cell, Cell]]:
        """The pairs of cells, whatever tile lies on them."""
        cells = self._grid.cells
        return [(cells[a], cells[b]) for a, b in self._pairs]

    def __len__(self) -> int:
        return len(self._ways) * len(self._pairs)

    @overload
    def __getitem__(self, at: int) -> Place: ...
    @overload
    def __getitem__(self, at: slice) -> list[Place]: ...
    def __getitem__(self, at: int | slice) -> Place | list[Place]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        way, pair = divmod(at % len(self), len(self._pairs))
        tile, turned = self._ways[way]
        a, b = self._pairs[pair]
        cells = self._grid.cells
        return Place(tile, (cells[b], cells[a]) if turned else (cells[a], cells[b]))
