"""What the two board games' kernels share: a whole game in one array of bytes, and walking its board.

The board lies in rows of sixteen cells with walls around it, so that each of the six directions is one number to add.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.engine.boardstate import BoardState, BoardVariant
from games.engine.genial3d.variants import StackingVariant
from games.engine.hexgrid import Cell, grid
from games.engine.tracks import COLOURS, pair_kinds

Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Numbers = NDArray[np.int64]

ROW = 16
CELLS = 288
FREE, WALL = 0, 7  # between them a symbol: 1 + its colour
STEPS = (1, ROW, ROW - 1, -1, -ROW, 1 - ROW)
"""The engine's directions, in its order; three on is the way back."""

KINDS = tuple(a + b for i, a in enumerate(COLOURS) for b in COLOURS[i:])
"""Tiles by number."""
FIRST = np.array([COLOURS.index(kind[0]) for kind in KINDS], dtype=np.int8)
SECOND = np.array([COLOURS.index(kind[1]) for kind in KINDS], dtype=np.int8)
KIND = {kind: number for number, kind in enumerate(KINDS)}

# Where things are in a game's array. The top comes first: a cell is its own address.
TRACKS = 288  # eight bytes a side
RACKS = 320  # eight bytes a seat
HELD = 352  # by seat, how many tiles
BAG = 360
SEAT = 480
DUE = 481
LEFT = 482  # how many tiles the bag has
LAID = 483
ENDED = 484
WINNER = 485
OPENING = 486  # one bit for each start cell still to be touched
TURNS_LEFT = 487  # of the final round; -1 before it
HEIGHTS = 512  # 3D alone, as the next
MATES = 800  # the step to the other half of the topmost tile; 0 for none
SIZE = 512
SIZE_3D = 1088

RUNS, BLOCKED, INSTANT, TILES = 0, 1, 2, 3
ENDINGS = {None: RUNS, "blocked": BLOCKED, "instant": INSTANT, "tiles": TILES}

# Where things are in the numbers of a variant. HORIZON: how many tiles are laid in a game, about.
SEATS, SIDES, RACK, STOP, END, BONUS, EXTRA_BONUS, SWAPS, FINAL_ROUND, STACKS, HORIZON = range(11)


@dataclass(frozen=True)
class Board:
    """The tables of a board."""

    radius: int
    address: dict[Cell, int]
    cell: dict[int, Cell]
    pairs: Shorts
    """Two adjacent cells a row that no printed symbol takes, in the engine's order."""
    near: Bytes
    """For each cell, one bit for every start cell beside it."""


@cache
def board(radius: int, starts: tuple[Cell, ...], *, covered: bool) -> Board:
    """`covered`: whether tiles may lie on the start cells."""
    cells = grid(radius)
    address = {(q, r): (r + radius + 1) * ROW + q + radius for q, r in cells.cells}
    near = np.zeros(CELLS, dtype=np.int8)
    for bit, start in enumerate(starts):
        for neighbour in cells.neighbours[cells.index[start]]:
            near[address[cells.cells[neighbour]]] |= 1 << bit
    pairs = [
        (address[cells.cells[a]], address[cells.cells[b]])
        for a, b in cells.pairs
        if covered or not {cells.cells[a], cells.cells[b]} & set(starts)
    ]
    return Board(radius, address, {at: cell for cell, at in address.items()}, np.array(pairs, dtype=np.int16), near)


def variant_numbers(variant: BoardVariant, seats: int) -> Numbers:
    """What a variant says, in numbers."""
    numbers = np.zeros(11, dtype=np.int64)
    stop, end = variant.stops[0], variant.stops[-1]
    numbers[SEATS] = seats
    numbers[SIDES] = len(set(variant.side_of(seats)))
    numbers[RACK] = variant.rack
    numbers[STOP] = stop
    numbers[END] = end
    never = 1 + end
    bonus = (*variant.bonus_fields, never, never)
    numbers[BONUS], numbers[EXTRA_BONUS] = bonus[0], bonus[1]
    numbers[SWAPS] = variant.swaps
    if isinstance(variant, StackingVariant):
        numbers[STACKS] = 1
        numbers[FINAL_ROUND] = variant.final_round
        tiles = len(pair_kinds(variant.mixed, variant.doubles[seats]))
        numbers[HORIZON] = tiles - (seats * (variant.rack - 1) + 4 if variant.final_round else 0)
    else:
        # Some cells stay free because their neighbours are taken.
        numbers[HORIZON] = round(0.45 * len(grid(variant.radius[seats]).cells))
    return numbers


def table(state: BoardState, tables: Board, size: int) -> Bytes:
    """A game in bytes, but for what only one of the two games has."""
    game = np.zeros(size, dtype=np.int8)
    game[:CELLS] = WALL
    for cell, symbol in zip(state.grid.cells, state.top, strict=True):
        game[tables.address[cell]] = 1 + COLOURS.find(symbol)
    for side, track in enumerate(state.tracks):
        game[TRACKS + 8 * side : TRACKS + 8 * side + 6] = track
    for seat, rack in enumerate(state.racks):
        game[RACKS + 8 * seat : RACKS + 8 * seat + len(rack)] = [KIND[tile] for tile in rack]
        game[HELD + seat] = len(rack)
    game[BAG : BAG + len(state.bag)] = [KIND[tile] for tile in state.bag]
    game[SEAT] = state.seat
    game[DUE] = state.due
    game[LEFT] = len(state.bag)
    game[LAID] = len(state.placed)
    game[ENDED] = ENDINGS[state.ended_by]
    game[WINNER] = -1 if state.winner is None else state.winner
    starts = [cell for cell, _colour in state.stones]
    game[OPENING] = sum(1 << starts.index(cell) for cell in state.opening)
    game[TURNS_LEFT] = -1
    return game


def undealt(game: Bytes, seats: int) -> Bytes:
    """A first position with all tiles back in the bag."""
    game = game.copy()
    left = int(game[LEFT])
    for seat in range(seats):
        held = int(game[HELD + seat])
        game[BAG + left : BAG + left + held] = game[RACKS + 8 * seat : RACKS + 8 * seat + held]
        left += held
        game[HELD + seat] = 0
    game[LEFT] = left
    return game
