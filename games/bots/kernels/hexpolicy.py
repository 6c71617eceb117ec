"""A quick player for the board games: weighs every placement by a few tuned numbers, and plays games to their end.

What a half brings depends on its cell and colour alone, so that is worked out once a turn and summed for each tile and
pair of cells. What all symbols around a cell are worth (`reach`) is kept up to date from placement to placement.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.chance import Words
from games.bots.kernels.compiling import compiled
from games.bots.kernels.hexboard import (
    BLOCKED,
    BONUS,
    CELLS,
    DUE,
    END,
    ENDED,
    EXTRA_BONUS,
    FIRST,
    FREE,
    HELD,
    HORIZON,
    LAID,
    OPENING,
    RACKS,
    SEAT,
    SEATS,
    SECOND,
    SIDES,
    STACKS,
    STEPS,
    STOP,
    TRACKS,
    WALL,
    WINNER,
    Bytes,
    Numbers,
    Shorts,
)
from games.bots.kernels.hexgame import close, deal, may_swap, open_pairs, place

Weights = NDArray[np.float64]
"""Two rows, for the beginning and the end of a game; in between it is in between."""

# What a column of the weights is for.
SHARP = 0  # how much more a lower colour of one's own counts
THEIR_SHARP = 1  # the same for opponents
PLAIN = 2  # a point in any colour
BONUS_MOVE = 3
BLOCK = 4  # taking a cell that is worth something to opponents
BLOCK_BEST = 5  # the same, more for a cell worth much
SPOIL = 6  # taking one that is worth something to oneself
GIVE = 7  # opening lines for opponents
BUILD = 8  # opening lines for oneself
KEEP = 9  # holding on to colours that are needed
COVER = 10  # covering symbols that opponents need more
COLUMNS = 11

POINTS = 55  # columns of a table of points; the longest way that a marker can go is less


@compiled
def spread(game: Bytes, reach: Bytes, cell: int, symbol: int, sign: int) -> None:
    """Count a symbol on this cell, or its disappearing, for all cells that see it."""
    colour = symbol - 1
    for step in STEPS:
        line = 1
        at = cell - step
        while game[at] == symbol:
            line += 1
            at -= step
        at = cell + step
        while game[at] != WALL:
            reach[at * 8 + colour] += sign * line
            if game[at] != symbol:
                break
            at += step


@compiled
def fill_reach(game: Bytes, reach: Bytes) -> None:
    """The points that each colour would score on each cell."""
    reach[:] = 0
    for cell in range(CELLS):
        if game[cell] == WALL:
            continue
        for step in STEPS:
            symbol = game[cell + step]
            if symbol in (FREE, WALL):
                continue
            at = cell + step
            while game[at] == symbol:
                reach[cell * 8 + symbol - 1] += 1
                at += step


@compiled
def lay(game: Bytes, numbers: Numbers, near: Bytes, reach: Bytes, slot: int, turned: int, a: int, b: int) -> None:
    """Place a tile and keep `reach` right."""
    kind = game[RACKS + 8 * int(game[SEAT]) + slot]
    first, second = int(FIRST[kind]) + 1, int(SECOND[kind]) + 1
    if turned:
        first, second = second, first
    under_a, under_b = int(game[a]), int(game[b])
    place(game, numbers, near, slot, turned, a, b)
    game[a], game[b] = under_a, under_b
    if under_a:
        spread(game, reach, a, under_a, -1)
    spread(game, reach, a, first, 1)
    game[a] = first
    if under_b:
        spread(game, reach, b, under_b, -1)
    spread(game, reach, b, second, 1)
    game[b] = second


@compiled
def weigh_colours(
    game: Bytes, numbers: Numbers, weights: Weights, points: Weights, caps: Numbers, cell_terms: Weights
) -> None:
    """What points are worth to the player to move, by colour; and the terms of what cells are worth."""
    phase = min(1.0, game[LAID] / numbers[HORIZON])
    side = game[SEAT] % numbers[SIDES]
    now = cell_terms[5]
    for i in range(COLUMNS):
        now[i] = weights[0, i] + phase * (weights[1, i] - weights[0, i])
    own = TRACKS + 8 * side
    low = 99
    for c in range(6):
        low = min(low, game[own + c])
    fall = np.exp(-now[SHARP])
    for c in range(6):
        cell_terms[6, c] = 0.0
    for other in range(numbers[SIDES]):
        if other == side:
            continue
        base = TRACKS + 8 * other
        their_low = 99
        for c in range(6):
            their_low = min(their_low, game[base + c])
        for c in range(6):
            if game[base + c] < numbers[END]:
                ahead = game[base + c] - their_low
                cell_terms[6, c] += np.exp(-now[THEIR_SHARP] * ahead) / (numbers[SIDES] - 1)
    for c in range(6):
        at = int(game[own + c])
        need = np.exp(-now[SHARP] * (at - low)) if at < numbers[END] else 0.0
        theirs = cell_terms[6, c]
        far = int(numbers[STOP] if at < numbers[STOP] else numbers[END]) - at
        worth = 0.0
        step = need
        points[c, 0] = 0.0
        caps[c] = far
        for gain in range(1, far + 1):
            worth += step + now[PLAIN]
            step *= fall
            if at + gain == numbers[BONUS] or at + gain == numbers[EXTRA_BONUS]:
                worth += now[BONUS_MOVE]
            points[c, gain] = worth
        cell_terms[0, c] = now[BLOCK] * theirs - now[SPOIL] * need
        cell_terms[1, c] = now[BLOCK_BEST] * theirs
        cell_terms[2, c] = now[BUILD] * need - now[GIVE] * theirs
        cell_terms[3, c] = -now[KEEP] * need
        cell_terms[4, c] = now[COVER] * (theirs - need)


@compiled
def weigh_cell(
    game: Bytes,
    numbers: Numbers,
    reach: Bytes,
    points: Weights,
    caps: Numbers,
    cell_terms: Weights,
    halves: Weights,
    cell: int,
) -> None:
    """What a half of each colour is worth on this cell."""
    base = cell * 8
    taken = 0.0
    for c in range(6):
        r = int(reach[base + c])
        taken += r * (cell_terms[0, c] + r * cell_terms[1, c])
    room = 0
    for step in STEPS:
        beside = game[cell + step]
        if beside == FREE or (numbers[STACKS] and beside != WALL):
            room += 1
    if game[cell]:
        taken += cell_terms[4, game[cell] - 1]
    for c in range(6):
        gain = min(int(reach[base + c]), caps[c])
        worth = points[c, gain] + taken + room * cell_terms[2, c] + cell_terms[3, c]
        halves[cell, c] = worth
        cell_terms[7, c] = max(cell_terms[7, c], worth)


@compiled
def correction(
    game: Bytes, reach: Bytes, points: Weights, caps: Numbers, first: int, second: int, a: int, b: int
) -> float:
    """What two halves are worth beyond their sum: doubles add up in one colour; no half counts towards the other."""
    gain_a, gain_b = int(reach[a * 8 + first]), int(reach[b * 8 + second])
    worth = -points[first, min(gain_a, caps[first])] - points[second, min(gain_b, caps[second])]
    step = b - a
    at = b
    while game[at] == first + 1:
        gain_a -= 1
        at += step
    at = a
    while game[at] == second + 1:
        gain_b -= 1
        at -= step
    if first == second:
        return float(worth + points[first, min(gain_a + gain_b, caps[first])])
    return float(worth + points[first, min(gain_a, caps[first])] + points[second, min(gain_b, caps[second])])


class Bench(NamedTuple):
    """Arrays to work with."""

    reach: Bytes
    live: Shorts
    points: Weights
    caps: Numbers
    cell_terms: Weights
    halves: Weights
    stamps: Numbers
    best: Numbers


@compiled
def bench(pairs: Shorts) -> Bench:
    return Bench(
        np.zeros(CELLS * 8, dtype=np.int8),
        np.empty_like(pairs),
        np.zeros((6, POINTS)),
        np.zeros(6, dtype=np.int64),
        np.zeros((8, COLUMNS)),
        np.zeros((CELLS, 8)),
        np.zeros(CELLS + 1, dtype=np.int64),
        np.zeros(4, dtype=np.int64),
    )


@compiled
def weigh_all(game: Bytes, numbers: Numbers, weights: Weights, count: int, work: Bench) -> None:
    """Work out what each half is worth on every cell of the live pairs."""
    weigh_colours(game, numbers, weights, work.points, work.caps, work.cell_terms)
    for c in range(6):
        work.cell_terms[7, c] = -1e30
    stamps = work.stamps
    stamps[CELLS] += 1
    now = stamps[CELLS]
    for i in range(count):
        for k in range(2):
            cell = int(work.live[i, k])
            if stamps[cell] != now:
                stamps[cell] = now
                weigh_cell(game, numbers, work.reach, work.points, work.caps, work.cell_terms, work.halves, cell)


@compiled
def best_placement(game: Bytes, numbers: Numbers, count: int, work: Bench) -> None:
    """The slot, the way round and the cells of the placement that is worth most."""
    reach, pairs, points, caps, halves, best = work.reach, work.live, work.points, work.caps, work.halves, work.best
    bounds = work.cell_terms[7]
    seat = int(game[SEAT])
    top = -1e30
    stacks = numbers[STACKS]
    for slot in range(game[HELD + seat]):
        kind = game[RACKS + 8 * seat + slot]
        first, second = int(FIRST[kind]), int(SECOND[kind])
        if first == second:
            for i in range(count):
                a, b = int(pairs[i, 0]), int(pairs[i, 1])
                worth = halves[a, first] + halves[b, first]
                worth += correction(game, reach, points, caps, first, first, a, b)
                if worth > top:
                    top = worth
                    best[0], best[1], best[2], best[3] = slot, 0, a, b
        elif bounds[first] + bounds[second] > top:
            for i in range(count):
                a, b = int(pairs[i, 0]), int(pairs[i, 1])
                worth = halves[a, first] + halves[b, second]
                if worth > top:
                    if stacks:
                        worth += correction(game, reach, points, caps, first, second, a, b)
                    if worth > top:
                        top = worth
                        best[0], best[1], best[2], best[3] = slot, 0, a, b
                worth = halves[a, second] + halves[b, first]
                if worth > top:
                    if stacks:
                        worth += correction(game, reach, points, caps, second, first, a, b)
                    if worth > top:
                        top = worth
                        best[0], best[1], best[2], best[3] = slot, 1, a, b


@compiled
def still_free(game: Bytes, live: Shorts, count: int) -> int:
    """Keep those pairs alone that are free."""
    kept = 0
    for i in range(count):
        a, b = live[i, 0], live[i, 1]
        if game[a] == FREE and game[b] == FREE:
            live[kept, 0], live[kept, 1] = a, b
            kept += 1
    return kept


@compiled
def play_on(
    game: Bytes,
    numbers: Numbers,
    pairs: Shorts,
    near: Bytes,
    weights: NDArray[np.float64],
    chance: Words,
    work: Bench,
) -> int:
    """Play a game to its end, every seat by its own weights; how many tiles were laid."""
    laid = 0
    count = -1
    while game[ENDED] == 0:
        if count < 0 or numbers[STACKS]:
            count = open_pairs(game, numbers, pairs, near, work.live)
        else:
            count = still_free(game, work.live, count)
        if count == 0:
            game[ENDED] = BLOCKED
            break
        weigh_all(game, numbers, weights[game[SEAT]], count, work)
        best_placement(game, numbers, count, work)
        if game[OPENING]:
            count = -1  # not all free pairs were open
        lay(game, numbers, near, work.reach, work.best[0], work.best[1], work.best[2], work.best[3])
        laid += 1
        if game[ENDED] == 0 and game[DUE] == 0:
            close(game, numbers, may_swap(game, numbers), chance)
    return laid


@compiled
def better(game: Bytes, mine: int, other: int) -> int:
    """How two sides compare: 1, 0 or -1."""
    if game[WINNER] >= 0:
        return 1 if game[WINNER] == mine else -1 if game[WINNER] == other else compare(game, mine, other)
    return compare(game, mine, other)


@compiled
def compare(game: Bytes, mine: int, other: int) -> int:
    """Sorted tracks against each other, lowest first; without sorting: how many stand at each height."""
    a, b = TRACKS + 8 * mine, TRACKS + 8 * other
    counts = np.zeros(64, dtype=np.int8)
    for c in range(6):
        counts[game[a + c]] += 1
        counts[game[b + c]] -= 1
    for at in range(64):
        if counts[at]:
            return -1 if counts[at] > 0 else 1
    return 0


@compiled
def share(game: Bytes, numbers: Numbers, side: int) -> float:
    """The share of the win: 1 for the first place alone, 0 for the last; ties share. Alone: the lowest colour."""
    if numbers[SIDES] == 1:
        low = 99
        for c in range(6):
            low = min(low, game[TRACKS + c])
        return float(low)
    won = 0.0
    for other in range(numbers[SIDES]):
        if other != side:
            won += 0.5 + 0.5 * better(game, side, other)
    return float(won / (numbers[SIDES] - 1))


@compiled
def margin(game: Bytes, numbers: Numbers, side: int) -> float:
    """How far ahead a side is of the best other, about: lower colours count more. Alone: the track as one number."""
    sums = np.zeros(4)
    heights = np.zeros(6, dtype=np.int64)
    for one in range(numbers[SIDES]):
        base = TRACKS + 8 * one
        for c in range(6):
            at = int(game[base + c])
            k = c
            while k > 0 and heights[k - 1] > at:
                heights[k] = heights[k - 1]
                k -= 1
            heights[k] = at
        scale = 1.0
        for c in range(6):
            sums[one] += scale * heights[c]
            scale *= 0.25
    if numbers[SIDES] == 1:
        return float(sums[0])
    top = -1e30
    for one in range(numbers[SIDES]):
        if one != side:
            top = max(top, sums[one])
    return float(sums[side] - top)


@compiled
def matches(
    fresh: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes, weights: NDArray[np.float64], chance: Words, games: int
) -> Weights:
    """Deal and play so many games; what each seat won in all."""
    game = np.empty_like(fresh)
    work = bench(pairs)
    won = np.zeros(numbers[SEATS])
    for _ in range(games):
        game[:] = fresh
        deal(game, numbers, chance)
        fill_reach(game, work.reach)
        play_on(game, numbers, pairs, near, weights, chance, work)
        for seat in range(numbers[SEATS]):
            won[seat] += share(game, numbers, seat % numbers[SIDES])
    return won
