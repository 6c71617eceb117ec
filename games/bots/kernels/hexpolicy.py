"""A quick player for the board games: weighs every placement by a few tuned numbers, and plays games to their end.

What a half brings depends on its cell and colour alone, so that is worked out once a turn and summed for each tile and
pair of cells. What all symbols around a cell are worth (`reach`) is kept up to date from placement to placement.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.chance import Words
from games.bots.kernels.compiling import compiled, inlined
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
    TURNS_LEFT,
    WALL,
    WINNER,
    Bytes,
    Numbers,
    Shorts,
)
from games.bots.kernels.hexgame import close, deal, may_swap, open_pairs, place
from games.bots.kernels.solo_policy import is_alone, weigh_alone

Ints = NDArray[np.int32]
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

UNIT = 4096.0
NEVER = -(1 << 30)
TAIL = 3  # pairs of cells
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


class Bench(NamedTuple):
    """Arrays to work with. Worths are whole numbers, `UNIT` to one."""

    reach: Bytes
    """Eight bytes a cell: the points that each colour would score there."""
    live: Shorts
    """The pairs of cells that a tile may lie on."""
    now: Weights
    needs: Weights
    points: Ints
    caps: Numbers
    """How far each marker may go at most; more points are lost."""
    terms: Ints
    halves: Ints
    """What a half of each colour is worth on each cell, and at 7 the most that any half in the rack is."""
    stamps: Numbers
    best: Numbers


@compiled
def bench(pairs: Shorts) -> Bench:
    return Bench(
        np.zeros(CELLS * 8, dtype=np.int8),
        np.empty_like(pairs),
        np.zeros(COLUMNS),
        np.zeros((2, 8)),
        np.zeros((6, POINTS), dtype=np.int32),
        np.zeros(8, dtype=np.int64),
        np.zeros((6, 8), dtype=np.int32),
        np.zeros((CELLS, 8), dtype=np.int32),
        np.zeros(CELLS + 1, dtype=np.int64),
        np.zeros(4, dtype=np.int64),
    )


@compiled
def weigh_needs(game: Bytes, numbers: Numbers, now: Weights, needs: Weights) -> None:
    """How much each colour is needed: by the side to move, and by the others on average."""
    side = game[SEAT] % numbers[SIDES]
    needs[:] = 0.0
    for one in range(numbers[SIDES]):
        track = TRACKS + 8 * one
        low = 99
        for c in range(6):
            low = min(low, game[track + c])
        row = 0 if one == side else 1
        sharp = now[SHARP] if one == side else now[THEIR_SHARP]
        scale = 1.0 if one == side else 1.0 / (numbers[SIDES] - 1)
        for c in range(6):
            if game[track + c] < numbers[END]:
                needs[row, c] += scale * np.exp(-sharp * (game[track + c] - low))


@compiled
def weigh_colours(game: Bytes, numbers: Numbers, weights: Weights, work: Bench) -> None:
    """What points are worth to the player to move, by colour; and the terms of what cells are worth."""
    phase = min(1.0, game[LAID] / numbers[HORIZON])
    now = work.now
    for i in range(COLUMNS):
        now[i] = weights[0, i] + phase * (weights[1, i] - weights[0, i])
    weigh_needs(game, numbers, now, work.needs)
    seat = int(game[SEAT])
    track = TRACKS + 8 * (seat % int(numbers[SIDES]))
    fall = np.exp(-now[SHARP])
    for c in range(6):
        need, theirs = work.needs[0, c], work.needs[1, c]
        at = int(game[track + c])
        far = int(numbers[STOP] if at < numbers[STOP] else numbers[END]) - at
        worth = 0.0
        step = need
        work.caps[c] = far
        for gain in range(1, far + 1):
            worth += step + now[PLAIN]
            step *= fall
            if at + gain == numbers[BONUS] or at + gain == numbers[EXTRA_BONUS]:
                worth += now[BONUS_MOVE]
            work.points[c, gain] = int(UNIT * worth)
        work.terms[0, c] = int(UNIT * (now[BLOCK] * theirs - now[SPOIL] * need))
        work.terms[1, c] = int(UNIT * now[BLOCK_BEST] * theirs)
        work.terms[2, c] = int(UNIT * (now[BUILD] * need - now[GIVE] * theirs))
        work.terms[3, c] = int(UNIT * -now[KEEP] * need)
        work.terms[4, c] = int(UNIT * now[COVER] * (theirs - need))
        work.terms[5, c] = NEVER // 4
    for slot in range(game[HELD + seat]):
        kind = game[RACKS + 8 * seat + slot]
        work.terms[5, FIRST[kind]] = 0
        work.terms[5, SECOND[kind]] = 0


@inlined
def weigh_cell(
    game: Bytes, stacks: int, reach: Bytes, points: Ints, caps: Numbers, terms: Ints, halves: Ints, cell: int
) -> None:
    """What a half of each colour is worth on this cell."""
    room = 0
    for step in STEPS:
        beside = game[cell + step]
        room += beside == FREE or (stacks != 0 and beside != WALL)
    taken = 0
    if game[cell]:
        taken = int(terms[4, game[cell] - 1])
    base = cell * 8
    for c in range(6):
        r = int(reach[base + c])
        if r:
            taken += r * (terms[0, c] + r * terms[1, c])
    most = NEVER
    for c in range(6):
        worth = points[c, min(int(reach[base + c]), caps[c])] + taken + room * terms[2, c] + terms[3, c]
        halves[cell, c] = worth
        most = max(most, worth + terms[5, c])
    halves[cell, 7] = most


@inlined
def correction(game: Bytes, reach: Bytes, points: Ints, caps: Numbers, first: int, second: int, a: int, b: int) -> int:
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
        return int(worth + points[first, min(gain_a + gain_b, caps[first])])
    return int(worth + points[first, min(gain_a, caps[first])] + points[second, min(gain_b, caps[second])])


@compiled
def weigh_all(game: Bytes, numbers: Numbers, weights: Weights, count: int, work: Bench) -> None:
    """Work out what each half is worth on every cell of the live pairs."""
    if is_alone(numbers):
        weigh_alone(game, numbers, weights, work.reach, work.live, count, work.points, work.caps, work.halves)
        return
    weigh_colours(game, numbers, weights, work)
    stamps, live = work.stamps, work.live
    stamps[CELLS] += 1
    now = stamps[CELLS]
    stacks = int(numbers[STACKS])
    for i in range(count):
        for k in range(2):
            cell = int(live[i, k])
            if stamps[cell] != now:
                stamps[cell] = now
                weigh_cell(game, stacks, work.reach, work.points, work.caps, work.terms, work.halves, cell)


@compiled
def best_placement(game: Bytes, numbers: Numbers, count: int, work: Bench) -> None:
    """The slot, the way round and the cells of the placement that is worth most."""
    pairs, halves, best = work.live, work.halves, work.best
    rack = RACKS + 8 * int(game[SEAT])
    held = int(game[HELD + int(game[SEAT])])
    stacks = numbers[STACKS]
    reach, points, caps = work.reach, work.points, work.caps
    top = NEVER
    for slot in range(held):
        kind = game[rack + slot]
        first = int(FIRST[kind])
        if first == SECOND[kind]:
            for i in range(count):
                a, b = int(pairs[i, 0]), int(pairs[i, 1])
                worth = halves[a, first] + halves[b, first]
                worth += correction(game, reach, points, caps, first, first, a, b)
                if worth > top:
                    top = worth
                    best[0], best[1], best[2], best[3] = slot, 0, a, b
    for i in range(count):
        a, b = int(pairs[i, 0]), int(pairs[i, 1])
        if halves[a, 7] + halves[b, 7] <= top:
            continue
        for slot in range(held):
            kind = game[rack + slot]
            first, second = int(FIRST[kind]), int(SECOND[kind])
            if first == second:
                continue
            worth = halves[a, first] + halves[b, second]
            if stacks and worth > top:
                worth += correction(game, reach, points, caps, first, second, a, b)
            if worth > top:
                top = worth
                best[0], best[1], best[2], best[3] = slot, 0, a, b
            worth = halves[a, second] + halves[b, first]
            if stacks and worth > top:
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
def is_tail(game: Bytes, count: int) -> bool:
    """Whether so little is left that every way to play it can be tried."""
    if game[OPENING]:
        return False  # few pairs are open now, and many more afterwards
    return count <= TAIL or bool(game[TURNS_LEFT] == 1 and game[DUE] == 1)


@compiled
def play_on(
    game: Bytes,
    numbers: Numbers,
    pairs: Shorts,
    near: Bytes,
    weights: NDArray[np.float64],
    chance: Words,
    work: Bench,
    exact: bool,
) -> int:
    """Play to the end, or up to a tail to be searched, every seat by its own weights; how many tiles were laid."""
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
        if exact and is_tail(game, count):
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
        play_on(game, numbers, pairs, near, weights, chance, work, False)
        for seat in range(numbers[SEATS]):
            won[seat] += share(game, numbers, seat % numbers[SIDES])
    return won
