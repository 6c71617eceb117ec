"""What the searches of the board games ask of the compiled code: the best placements at a glance, and playouts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.chance import Words, below, unit, word
from games.bots.kernels.compiling import compiled
from games.bots.kernels.hexboard import (
    BAG,
    CELLS,
    DUE,
    ENDED,
    FIRST,
    HELD,
    LEFT,
    RACKS,
    SEAT,
    SEATS,
    SECOND,
    SIDES,
    STACKS,
    Bytes,
    Numbers,
    Shorts,
)
from games.bots.kernels.hexgame import close, draw, may_swap, open_pairs, place
from games.bots.kernels.hexpolicy import (
    UNIT,
    Bench,
    Weights,
    bench,
    correction,
    fill_reach,
    lay,
    margin,
    play_on,
    share,
    weigh_all,
)

KIND_OF, TURNED, CELL_A, CELL_B = range(4)
"""A placement in numbers: the kind of tile, 1 if its second colour lies on the first cell, the cells."""
DEEPEST = 6
"""How many placements of a tail are tried one after the other at most."""
WIDEST = 20_000
"""How many tiles are laid to try out a tail; then the best way so far counts."""
LONGEST = 12
"""No turn has more placements: a rack of six, refilled never."""


@compiled
def slot_of(game: Bytes, kind: int) -> int:
    base = RACKS + 8 * int(game[SEAT])
    slot = 0
    while game[base + slot] != kind:
        slot += 1
    return slot


@compiled
def play(game: Bytes, numbers: Numbers, near: Bytes, placement: Numbers) -> None:
    """Lay a tile without caring for `reach`."""
    reach = np.zeros(CELLS * 8, dtype=np.int8)
    slot = slot_of(game, placement[KIND_OF])
    lay(game, numbers, near, reach, slot, placement[TURNED], placement[CELL_A], placement[CELL_B])


@compiled
def top_placements(
    game: Bytes,
    numbers: Numbers,
    pairs: Shorts,
    near: Bytes,
    weights: Weights,
    overlooked: float,
    chance: Words,
    found: Numbers,
    worths: Weights,
) -> int:
    """Fill in the placements that are worth most at a glance, best first; how many. Some pairs may be overlooked."""
    work = bench(pairs)
    fill_reach(game, work.reach)
    count = open_pairs(game, numbers, pairs, near, work.live)
    if overlooked > 0.0:
        count = overlook(work.live, count, overlooked, chance)
    weigh_all(game, numbers, weights, count, work)
    seat = int(game[SEAT])
    base = RACKS + 8 * seat
    kept = 0
    for slot in range(game[HELD + seat]):
        kind = int(game[base + slot])
        if slot_of(game, kind) < slot:
            continue
        for turned in range(1 if FIRST[kind] == SECOND[kind] else 2):
            first, second = int(FIRST[kind]), int(SECOND[kind])
            if turned:
                first, second = second, first
            for i in range(count):
                a, b = int(work.live[i, 0]), int(work.live[i, 1])
                worth = work.halves[a, first] + work.halves[b, second]
                if first == second or numbers[STACKS]:
                    worth += correction(game, work.reach, work.points, work.caps, first, second, a, b)
                kept = keep(found, worths, kept, worth / UNIT, kind, turned, a, b)
    return kept


@compiled
def keep(found: Numbers, worths: Weights, kept: int, worth: float, kind: int, turned: int, a: int, b: int) -> int:
    """Put a placement where it belongs among the best so far."""
    room = found.shape[0]
    if kept == room and worth <= worths[room - 1]:
        return kept
    at = min(kept, room - 1)
    while at > 0 and worths[at - 1] < worth:
        worths[at] = worths[at - 1]
        found[at] = found[at - 1]
        at -= 1
    worths[at] = worth
    found[at, 0], found[at, 1], found[at, 2], found[at, 3] = kind, turned, a, b
    return int(min(kept + 1, room))


@compiled
def overlook(live: Shorts, count: int, share_overlooked: float, chance: Words) -> int:
    """Forget some pairs, but never all."""
    kept = 0
    for i in range(count):
        if unit(chance) >= share_overlooked or (kept == 0 and i == count - 1):
            live[kept, 0], live[kept, 1] = live[i, 0], live[i, 1]
            kept += 1
    return kept


@compiled
def imagine(game: Bytes, numbers: Numbers, seat: int, chance: Words) -> None:
    """Deal anew what this seat cannot see: the racks of the others, out of them and the bag."""
    left = int(game[LEFT])
    for other in range(numbers[SEATS]):
        if other != seat:
            for i in range(game[HELD + other]):
                game[BAG + left] = game[RACKS + 8 * other + i]
                left += 1
    game[LEFT] = left
    for other in range(numbers[SEATS]):
        if other != seat:
            held = int(game[HELD + other])
            game[HELD + other] = 0
            for _ in range(held):
                draw(game, other, below(chance, game[LEFT]))


@compiled
def appraise(game: Bytes, numbers: Numbers, values: Weights) -> None:
    """What the end of a game is worth to each side; the margin decides between equals."""
    for side in range(numbers[SIDES]):
        values[side] = share(game, numbers, side) + 0.001 * margin(game, numbers, side)


class Tails(NamedTuple):
    """Arrays to try every way to play a tail with, by depth."""

    games: Bytes
    roots: Bytes
    """Where the ways part."""
    chances: NDArray[np.uint64]
    lives: Shorts
    at: Numbers
    """The way being tried: slot, turned, pair; how many pairs there are."""
    values: Weights
    """What the best way is worth to each side, and at 4 to the one to move."""


@compiled
def tails(size: int, pairs: Shorts) -> Tails:
    return Tails(
        np.zeros((DEEPEST + 1, size), dtype=np.int8),
        np.zeros((DEEPEST + 1, size), dtype=np.int8),
        np.zeros((DEEPEST + 1, 1), dtype=np.uint64),
        np.zeros((DEEPEST + 1, pairs.shape[0], 2), dtype=np.int16),
        np.zeros((DEEPEST + 1, 4), dtype=np.int64),
        np.zeros((DEEPEST + 1, 5)),
    )


@compiled
def next_way(root: Bytes, at: Numbers) -> bool:
    """Go on to the next way to lay a tile; whether there is one."""
    seat = int(root[SEAT])
    at[2] += 1
    if at[2] < at[3]:
        return True
    at[2] = 0
    kind = int(root[RACKS + 8 * seat + at[0]])
    if at[1] == 0 and FIRST[kind] != SECOND[kind]:
        at[1] = 1
        return True
    at[1] = 0
    at[0] += 1
    while at[0] < root[HELD + seat] and slot_of(root, root[RACKS + 8 * seat + at[0]]) < at[0]:
        at[0] += 1
    return bool(at[0] < root[HELD + seat])


@compiled
def finish(
    tried: Tails,
    numbers: Numbers,
    pairs: Shorts,
    near: Bytes,
    weights: NDArray[np.float64],
    work: Bench,
    exact: bool,
) -> int:
    """Play the first of the games to its end. At a tail every way to go on is tried, each side taking what is best for
    it, and the best end is left there. How many tiles were laid."""
    nodes = 0
    depth = 0
    is_new = True
    while True:
        game, root, at, values = tried.games[depth], tried.roots[depth], tried.at[depth], tried.values[depth]
        if is_new:
            nodes += play_on(game, numbers, pairs, near, weights, tried.chances[depth], work, exact)
            appraise(game, numbers, values)
            values[4] = -1e30
            is_new = False
            is_done = game[ENDED] != 0 or depth == DEEPEST
            if not is_done:
                root[:] = game
                at[0], at[1], at[2] = 0, 0, -1
                at[3] = open_pairs(root, numbers, pairs, near, tried.lives[depth])
        # Bonus moves on a wide board have ways without number; each node has at least one of them tried.
        is_enough = nodes >= WIDEST and values[4] > -1e30
        if is_done or is_enough or not next_way(root, at):
            if depth == 0:
                return nodes
            depth -= 1
            is_done = False
            side = tried.roots[depth, SEAT] % numbers[SIDES]
            if tried.values[depth + 1, side] > tried.values[depth, 4]:
                tried.values[depth, :4] = tried.values[depth + 1, :4]
                tried.values[depth, 4] = tried.values[depth + 1, side]
                tried.games[depth] = tried.games[depth + 1]
            continue
        a, b = tried.lives[depth, at[2], 0], tried.lives[depth, at[2], 1]
        depth += 1
        game = tried.games[depth]
        game[:] = root
        tried.chances[depth, 0] = tried.chances[depth - 1, 0]
        place(game, numbers, near, at[0], at[1], a, b)
        nodes += 1
        if game[ENDED] == 0 and game[DUE] == 0:
            close(game, numbers, may_swap(game, numbers), tried.chances[depth])
        fill_reach(game, work.reach)
        is_new = True


@compiled
def playouts(
    root: Bytes,
    numbers: Numbers,
    pairs: Shorts,
    near: Bytes,
    weights: NDArray[np.float64],
    turns: Numbers,
    lengths: Numbers,
    swaps: Numbers,
    active: Numbers,
    samples: int,
    chance: Words,
    totals: Weights,
    exact: bool,
) -> int:
    """Play the active turns out, each in the same imagined games, and add what they brought to their totals: playouts,
    share of the win, margin. `exact` tries every way to play their tails. How many tiles were laid."""
    seat = int(root[SEAT])
    side = seat % int(numbers[SIDES])
    work = bench(pairs)
    reach = np.empty_like(work.reach)
    fill_reach(root, reach)
    imagined = np.empty_like(root)
    tried = tails(root.shape[0], pairs)
    game, luck = tried.games[0], tried.chances[0]
    nodes = 0
    for _ in range(samples):
        imagined[:] = root
        imagine(imagined, numbers, seat, chance)
        seed = word(chance)
        for k in range(active.shape[0]):
            turn = active[k]
            game[:] = imagined
            work.reach[:] = reach
            luck[0] = seed
            for i in range(lengths[turn]):
                slot = slot_of(game, turns[turn, i, 0])
                lay(game, numbers, near, work.reach, slot, turns[turn, i, 1], turns[turn, i, 2], turns[turn, i, 3])
                nodes += 1
            if game[ENDED] == 0:
                close(game, numbers, swaps[turn] == 1, luck)
            if game[ENDED] == 0:
                nodes += finish(tried, numbers, pairs, near, weights, work, exact)
            totals[turn, 0] += 1
            totals[turn, 1] += share(game, numbers, side)
            totals[turn, 2] += margin(game, numbers, side)
    return nodes
