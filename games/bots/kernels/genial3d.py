"""The stacking game for the kernels: its tables, and its games as arrays. The rules are in `hexgame`."""

from games.bots.kernels.hexboard import HEIGHTS, MATES, SIZE_3D, TURNS_LEFT, Board, Bytes, board, table
from games.engine.genial3d.state import StackingState
from games.engine.genial3d.variants import START_CELLS


def tables(radius: int) -> Board:
    return board(radius, START_CELLS, covered=True)


def converted(state: StackingState) -> Bytes:
    at = tables(state.grid.radius).address
    game = table(state, tables(state.grid.radius), SIZE_3D)
    for cell, height in zip(state.grid.cells, state.heights, strict=True):
        game[HEIGHTS + at[cell]] = height
    for placed in state.placed:
        a, b = (at[cell] for cell in placed.cells)
        game[MATES + a], game[MATES + b] = b - a, a - b
    game[TURNS_LEFT] = -1 if state.turns_left is None else state.turns_left
    return game
