"""The stacking game's state: the board game's, with heights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.boardstate import BoardState, Placed, bare_board, board_of
from games.engine.genial3d.variants import StackingVariant
from games.engine.hexgrid import Cell, Grid
from games.engine.rules import Data


@dataclass(frozen=True, slots=True, kw_only=True)
class StackingState(BoardState):
    variant: StackingVariant
    heights: tuple[int, ...]
    """How many levels lie on each cell."""
    owners: tuple[int, ...]
    """Which piece lies topmost on each cell. A free cell and a start stone are pieces of their
    own, a tile is one piece on two cells."""
    turns_left: int | None = None
    """How many turns the final round still has, once it has begun."""


def stacks(
    board: Grid, stones: Sequence[tuple[Cell, str]], placed: Iterable[Placed]
) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """What lies on the board: the view from above, the heights, the topmost pieces."""
    top = list(bare_board(board, stones))
    heights = [0] * len(top)
    owners = [-1 - cell for cell in range(len(top))]
    for cell, _colour in stones:
        heights[board.index[cell]] = 1
    for number, tile in enumerate(placed):
        for cell, symbol in zip(tile.cells, tile.tile, strict=True):
            at = board.index[cell]
            top[at] = symbol
            heights[at] += 1
            owners[at] = number
    return "".join(top), tuple(heights), tuple(owners)


def restored(fields: Data) -> StackingState:
    """A state from its stored fields; the stacks are built from what lies on the board."""
    board = board_of(fields["variant"], fields["seats"])
    top, heights, owners = stacks(board, fields["stones"], fields["placed"])
    return StackingState(grid=board, top=top, heights=heights, owners=owners, **fields)
