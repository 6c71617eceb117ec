"""The rules of the two board games, compiled: laying a tile, closing a turn. A game is an array, see `hexboard`.

Games end when there is no room for a tile. Kernels notice that when they look for the next placement, the engine right
after the last one; nothing that counts happens in between. The orders of a rack and of the bag mean nothing here.
"""

import numpy as np

from games.bots.kernels.chance import Words, below, word
from games.bots.kernels.compiling import compiled
from games.bots.kernels.hexboard import (
    BAG,
    BLOCKED,
    BONUS,
    CELLS,
    DUE,
    END,
    ENDED,
    EXTRA_BONUS,
    FINAL_ROUND,
    FIRST,
    FREE,
    HEIGHTS,
    HELD,
    INSTANT,
    LAID,
    LEFT,
    MATES,
    OPENING,
    RACK,
    RACKS,
    SEAT,
    SEATS,
    SECOND,
    SIDES,
    STACKS,
    STEPS,
    STOP,
    SWAPS,
    TILES,
    TRACKS,
    TURNS_LEFT,
    WINNER,
    Bytes,
    Numbers,
    Shorts,
)


@compiled
def fits(game: Bytes, numbers: Numbers, a: int, b: int) -> bool:
    """Whether a tile may lie on these cells, a the one with the lower address, but for the opening."""
    if numbers[STACKS]:
        return bool(game[HEIGHTS + a] == game[HEIGHTS + b] and game[MATES + a] != b - a)
    return bool(game[a] == FREE and game[b] == FREE)


@compiled
def open_pairs(game: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes, found: Shorts) -> int:
    """Fill in the pairs of cells that the next tile may lie on; how many there are."""
    count = 0
    opening = game[OPENING]
    if opening:
        for i in range(pairs.shape[0]):
            a, b = int(pairs[i, 0]), int(pairs[i, 1])
            if (near[a] | near[b]) & opening and fits(game, numbers, a, b):
                found[count, 0], found[count, 1] = a, b
                count += 1
    if count == 0 and (opening == 0 or numbers[STACKS]):
        for i in range(pairs.shape[0]):
            a, b = int(pairs[i, 0]), int(pairs[i, 1])
            if fits(game, numbers, a, b):
                found[count, 0], found[count, 1] = a, b
                count += 1
    return count


@compiled
def points_around(game: Bytes, cell: int, symbol: int, other: int) -> int:
    """The symbols in all lines that begin beside a cell, but not towards the other half."""
    points = 0
    for step in STEPS:
        at = cell + step
        if game[at] == symbol and at != other:
            points += 1
            at += step
            while game[at] == symbol:
                points += 1
                at += step
    return points


@compiled
def move_marker(game: Bytes, numbers: Numbers, side: int, colour: int, points: int) -> int:
    """Put points on a track; the bonus moves that they earn."""
    at = TRACKS + 8 * side + colour
    was = int(game[at])
    now = min(was + points, numbers[STOP] if was < numbers[STOP] else numbers[END])
    game[at] = now
    return 1 if was < numbers[BONUS] <= now or was < numbers[EXTRA_BONUS] <= now else 0


@compiled
def lowest(game: Bytes, side: int) -> int:
    base = TRACKS + 8 * side
    low = game[base]
    for colour in range(1, 6):
        low = min(low, game[base + colour])
    return int(low)


@compiled
def place(game: Bytes, numbers: Numbers, near: Bytes, slot: int, turned: int, a: int, b: int) -> int:
    """Lay a tile of the player to move and score it; the points of its halves as 256 × first + second."""
    seat = int(game[SEAT])
    rack = RACKS + 8 * seat
    kind = game[rack + slot]
    first, second = int(FIRST[kind]), int(SECOND[kind])
    if turned:
        first, second = second, first
    gain_a = points_around(game, a, first + 1, b)
    gain_b = points_around(game, b, second + 1, a)
    game[a] = first + 1
    game[b] = second + 1
    if numbers[STACKS]:
        game[HEIGHTS + a] += 1
        game[HEIGHTS + b] += 1
        game[MATES + a] = b - a
        game[MATES + b] = a - b
    held = game[HELD + seat] - 1
    game[rack + slot] = game[rack + held]
    game[HELD + seat] = held
    side = seat % numbers[SIDES]
    if first == second:
        bonus = move_marker(game, numbers, side, first, gain_a + gain_b)
    else:
        bonus = move_marker(game, numbers, side, first, gain_a) + move_marker(game, numbers, side, second, gain_b)
    game[DUE] = min(game[DUE] - 1 + bonus, held)
    game[LAID] += 1
    if game[OPENING]:
        over = game[LAID] == numbers[SEATS] and not numbers[STACKS]
        game[OPENING] = 0 if over else game[OPENING] & ~(near[a] | near[b])
    if (gain_a or gain_b) and lowest(game, side) == numbers[END]:
        game[ENDED] = INSTANT
        game[WINNER] = side
        game[DUE] = 0
    return gain_a * 256 + gain_b


@compiled
def may_swap(game: Bytes, numbers: Numbers) -> bool:
    """Whether nothing held shows a lowest colour, where swapping is allowed."""
    if not numbers[SWAPS] or game[TURNS_LEFT] >= 0:
        return False
    seat = int(game[SEAT])
    side = seat % numbers[SIDES]
    low = lowest(game, side)
    base = TRACKS + 8 * side
    for i in range(game[HELD + seat]):
        kind = game[RACKS + 8 * seat + i]
        if game[base + FIRST[kind]] == low or game[base + SECOND[kind]] == low:
            return False
    return True


@compiled
def draw(game: Bytes, seat: int, at: int) -> None:
    """Take the tile at this place of the bag."""
    left = game[LEFT] - 1
    held = game[HELD + seat]
    game[RACKS + 8 * seat + held] = game[BAG + at]
    game[BAG + at] = game[BAG + left]
    game[LEFT] = left
    game[HELD + seat] = held + 1


@compiled
def fill_rack(game: Bytes, numbers: Numbers, seat: int, chance: Words) -> None:
    while game[HELD + seat] < numbers[RACK] and game[LEFT] > 0:
        draw(game, seat, below(chance, game[LEFT]))


@compiled
def swap_rack(game: Bytes, numbers: Numbers, seat: int, chance: Words) -> None:
    """Draw a new rack, then put the old tiles into the bag."""
    base = RACKS + 8 * seat
    held = int(game[HELD + seat])
    old = np.uint64(0)
    for i in range(held):
        old |= np.uint64(game[base + i]) << np.uint64(8 * i)
    game[HELD + seat] = 0
    fill_rack(game, numbers, seat, chance)
    left = int(game[LEFT])
    for i in range(held):
        game[BAG + left + i] = np.int8((old >> np.uint64(8 * i)) & np.uint64(255))
    game[LEFT] = left + held


@compiled
def close(game: Bytes, numbers: Numbers, swap: bool, chance: Words) -> None:
    """Refill or swap, see whether the tiles are used up, and hand on to the next player."""
    seat = int(game[SEAT])
    if game[TURNS_LEFT] >= 0:
        game[TURNS_LEFT] -= 1
        if game[TURNS_LEFT] == 0:
            game[ENDED] = TILES
            return
    else:
        if swap:
            swap_rack(game, numbers, seat, chance)
        else:
            fill_rack(game, numbers, seat, chance)
        if numbers[FINAL_ROUND]:
            if game[LEFT] < numbers[RACK]:
                game[TURNS_LEFT] = numbers[SEATS]
        elif game[HELD + seat] == 0:
            game[ENDED] = TILES
            return
    game[SEAT] = seat + 1 if seat + 1 < numbers[SEATS] else 0
    game[DUE] = 1


@compiled
def deal(game: Bytes, numbers: Numbers, chance: Words) -> None:
    for seat in range(numbers[SEATS]):
        fill_rack(game, numbers, seat, chance)


@compiled
def random_game(game: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes, chance: Words, log: Numbers) -> int:
    """Play a game to its end by chance: any tile either way round on any two cells; a swap where allowed by the toss of
    a coin. `pairs` holds all of the board and gets mixed. Each placement goes into the log: slot, turned, the cells, 1
    if the turn was closed after it and 2 if with a swap, the chance then. How many there were."""
    count = pairs.shape[0]
    laid = 0
    idle = 0
    while True:
        dice = word(chance)
        at = int(np.int64(((dice >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)))
        a, b = int(pairs[at, 0]), int(pairs[at, 1])
        if not fits(game, numbers, a, b):
            if numbers[STACKS]:
                idle += 1
                if idle < 64 or any_fits(game, numbers, pairs):
                    continue
                count = 0
            else:
                # It will never be free again, so each is met once at most.
                count -= 1
                pairs[at, 0], pairs[at, 1] = pairs[count, 0], pairs[count, 1]
                pairs[count, 0], pairs[count, 1] = a, b
            if count == 0:
                game[ENDED] = BLOCKED
                return laid
            continue
        if game[OPENING] and not (near[a] | near[b]) & game[OPENING]:
            idle += 1
            if idle < 64 or not numbers[STACKS] or any_touches(game, numbers, pairs, near):
                continue
        idle = 0
        held = int(game[HELD + int(game[SEAT])])
        slot = int(np.int64(((dice & np.uint64(0xFFFF)) * np.uint64(held)) >> np.uint64(16)))
        turned = int(np.int64((dice >> np.uint64(16)) & np.uint64(1)))
        place(game, numbers, near, slot, turned, a, b)
        log[laid, 0], log[laid, 1], log[laid, 2], log[laid, 3], log[laid, 4] = slot, turned, a, b, 0
        laid += 1
        if game[ENDED]:
            return laid
        if game[DUE] == 0:
            swap = (dice >> np.uint64(17)) & np.uint64(1) == np.uint64(1) and may_swap(game, numbers)
            log[laid - 1, 4] = 2 if swap else 1
            log[laid - 1, 5] = np.int64(chance[0])
            close(game, numbers, swap, chance)
            if game[ENDED]:
                return laid


@compiled
def any_fits(game: Bytes, numbers: Numbers, pairs: Shorts) -> bool:
    found = False
    for i in range(pairs.shape[0]):
        found = found or fits(game, numbers, pairs[i, 0], pairs[i, 1])
    return found


@compiled
def any_touches(game: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes) -> bool:
    for i in range(pairs.shape[0]):
        a, b = pairs[i, 0], pairs[i, 1]
        if (near[a] | near[b]) & game[OPENING] and fits(game, numbers, a, b):
            return True
    return False


@compiled
def random_games(fresh: Bytes, numbers: Numbers, pairs: Shorts, near: Bytes, chance: Words, games: int) -> int:
    """Deal and play so many games; how many tiles were laid in all. `fresh` has all tiles in the bag."""
    game = np.empty_like(fresh)
    log = np.empty((CELLS, 6), dtype=np.int64)
    laid = 0
    for _ in range(games):
        game[:] = fresh
        deal(game, numbers, chance)
        laid += random_game(game, numbers, pairs, near, chance, log)
    return laid
