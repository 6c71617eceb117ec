"""What the quick player of the board game weighs alone, where nobody is to be hindered and every cell is one's own.

All that counts is how far the lowest colour comes. So a placement is weighed by its points, more for a colour that
lags, by the lines that it makes longer, and by what might have been laid on its cells instead. A colour for which
the board still offers much lags less than its track says. Boards on which tiles stack know none of this.
"""

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.compiling import compiled
from games.bots.kernels.hexboard import (
    CELLS,
    END,
    FIRST,
    FREE,
    HORIZON,
    LAID,
    RACKS,
    SECOND,
    SIDES,
    STACKS,
    STEPS,
    STOP,
    TRACKS,
    Bytes,
    Numbers,
    Shorts,
)

Ints = NDArray[np.int32]
Weights = NDArray[np.float64]
"""Two rows, for the beginning and the end of a game; in between it is in between."""

# What a column of the weights is for.
SHARP = 0  # how much more a lower colour counts
PLAIN = 1  # a point in any colour
LATER_SHARP = 2  # how much more a lower colour counts in points to come
SPOIL = 3  # taking a cell where points were to be had
SPOIL_BEST = 4  # the same, more for a cell worth much
BUILD = 5  # points that other cells will bring now
BUILD_BEST = 6  # the same, more where there were many already
ROOM = 7  # free cells around
HOLE = 8  # leaving a cell alone, where no tile will ever lie
NARROW = 9  # leaving a cell with one way to cover it
OFFERED = 10  # what the board offers a colour, beside what it has
COLUMNS = 11

UNIT = 4096.0


@compiled
def is_alone(numbers: Numbers) -> bool:
    """Whether this is the player to ask."""
    return bool(numbers[SIDES] == 1 and not numbers[STACKS])


@compiled
def offered(reach: Bytes, cells: Shorts, count: int, sums: Weights) -> None:
    """The points that each colour would score on all of these cells."""
    sums[:] = 0.0
    for i in range(count):
        base = int(cells[i]) * 8
        for c in range(6):
            sums[c] += reach[base + c]


@compiled
def built(game: Bytes, reach: Bytes, cell: int, colour: int, more: float, more_best: float) -> float:
    """What a symbol on this cell adds to the cells that will see it."""
    total: float = 0.0
    symbol = colour + 1
    for axis in range(3):
        step = STEPS[axis]
        ahead, behind = cell + step, cell - step
        while game[ahead] == symbol:
            ahead += step
        while game[behind] == symbol:
            behind -= step
        if game[ahead] == FREE:
            line = (cell - behind) // step
            total += line * (more + more_best * (2 * int(reach[ahead * 8 + colour]) + line))
        if game[behind] == FREE:
            line = (ahead - cell) // step
            total += line * (more + more_best * (2 * int(reach[behind * 8 + colour]) + line))
    return total


@compiled
def weigh_alone(
    game: Bytes,
    numbers: Numbers,
    weights: Weights,
    reach: Bytes,
    live: Shorts,
    count: int,
    points: Ints,
    caps: Numbers,
    halves: Ints,
) -> None:
    """What each half of the tile in hand is worth on every cell of the live pairs."""
    phase = min(1.0, game[LAID] / numbers[HORIZON])
    now = weights[0] + phase * (weights[1] - weights[0])
    cells = np.empty(CELLS, dtype=np.int16)
    rooms = np.full(CELLS, -1, dtype=np.int8)
    found = 0
    for i in range(count):
        for k in range(2):
            cell = int(live[i, k])
            if rooms[cell] < 0:
                rooms[cell] = 0
                for step in STEPS:
                    rooms[cell] += game[cell + step] == FREE
                cells[found] = cell
                found += 1
    levels = np.empty(6)
    offered(reach, cells, found, levels)
    for c in range(6):
        levels[c] = game[TRACKS + c] + now[OFFERED] * levels[c]
    low = levels.min()
    needs = np.exp(-now[SHARP] * (levels - low))
    later = np.exp(-now[LATER_SHARP] * (levels - low))
    fall = np.exp(-now[SHARP])
    for c in range(6):
        at = int(game[TRACKS + c])
        if at >= numbers[END]:
            needs[c] = later[c] = 0.0
        far = int(numbers[STOP] if at < numbers[STOP] else numbers[END]) - at
        caps[c] = far
        worth = 0.0
        step_worth = needs[c]
        for gain in range(1, far + 1):
            worth += step_worth + now[PLAIN]
            step_worth *= fall
            points[c, gain] = int(UNIT * worth)
    kind = game[RACKS]
    for i in range(found):
        cell = int(cells[i])
        base = now[ROOM] * rooms[cell]
        for step in STEPS:
            room = rooms[cell + step]
            if room == 1:
                base -= now[HOLE]
            elif room == 2:
                base -= now[NARROW]
        for c in range(6):
            r = int(reach[cell * 8 + c])
            if r:
                base -= later[c] * r * (now[SPOIL] + r * now[SPOIL_BEST])
        most = -(1 << 30)
        for c in (int(FIRST[kind]), int(SECOND[kind])):
            worth = base + built(game, reach, cell, c, now[BUILD] * later[c], now[BUILD_BEST] * later[c])
            halves[cell, c] = points[c, min(int(reach[cell * 8 + c]), caps[c])] + int(UNIT * worth)
            most = max(most, halves[cell, c])
        halves[cell, 7] = most
