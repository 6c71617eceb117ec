"""The board game for the kernels: its tables, and its games as arrays. The rules are in `hexgame`."""

from games.bots.kernels.hexboard import SIZE, Board, Bytes, board, table
from games.engine.boardstate import BoardState
from games.engine.genial.variants import PRINTED


def tables(radius: int) -> Board:
    return board(radius, tuple(cell for cell, _colour in PRINTED), covered=False)


def converted(state: BoardState) -> Bytes:
    return table(state, tables(state.grid.radius), SIZE)
