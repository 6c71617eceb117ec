"""What the card game's players weigh, and how they play a game out.

A turn is judged from what its player sees: the own track after it, what the rest of the hand could score next, and what
the open cards then offer to each opponent. The weights were tuned by games between players that differ in them.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.cards import (
    AREA,
    AREA_END,
    DUE,
    ENDED,
    FIRST,
    HAND,
    HANDS,
    LENGTH,
    MARKERS,
    NOTES,
    OPEN,
    PILE,
    ROW,
    SEAT,
    SEATS,
    SECOND,
    SHOWN,
    SIZES,
    SWAPPING,
    TRACKS,
    Bytes,
    close,
    may_swap,
    play,
    setup,
    share_of,
)
from games.bots.kernels.chance import Words
from games.bots.kernels.compiling import compiled

Weights = NDArray[np.float64]

# Where each weight is.
COLUMN = 0
"""What a marker is worth, by column."""
LOWEST = 11
"""What the lowest marker is worth beside that, by column."""
BEST, NEXT_BEST, REST, NEXT_FOE, NEXT_FOE_BEST, FOES, DUE_PLAY, LOW_HELD, COVER, NEW_HAND = range(22, 32)
WEIGHTS = 32

WON = 1e6
MOST_TURNS = 400
"""No game worth playing out takes longer."""


def weights(column: Sequence[float], lowest: Sequence[float], rest: Sequence[float]) -> Weights:
    w = np.zeros(WEIGHTS)
    w[COLUMN : COLUMN + len(column)] = column
    w[LOWEST : LOWEST + len(lowest)] = lowest
    w[BEST : BEST + len(rest)] = rest
    return w


TUNED: Mapping[int, Weights] = {
    2: weights(
        column=[0.0, 2.067, 2.854, 3.615, 5.572, 6.495, 7.462, 9.256, 9.409, 9.319, 10.451],
        lowest=[0.0, 0.405, 1.122, 1.74, 1.666, 2.867, 2.925, 4.478],
        rest=[0.27, 0.043, 0.092, 0.36, 0.582, -0.015, 0.456, -0.066, 0.019, 1.504],
    ),
    3: weights(
        column=[0.0, 1.9, 3.047, 3.922, 5.671, 6.432, 7.486, 9.076, 9.437, 9.638, 10.265],
        lowest=[0.0, 0.124, 1.117, 1.493, 1.58, 2.503, 2.96, 4.304],
        rest=[0.281, 0.018, 0.062, 0.251, 0.529, 0.142, 0.471, -0.132, 0.019, 1.896],
    ),
    4: weights(
        column=[0.0, 2.016, 3.113, 4.119, 5.496, 6.54, 7.445, 9.022, 9.239, 9.613, 10.298],
        lowest=[0.0, 0.427, 0.832, 1.334, 1.852, 2.535, 3.301, 4.236],
        rest=[0.368, 0.082, 0.102, 0.201, 0.652, 0.22, 0.461, -0.142, 0.014, 2.393],
    ),
}
"""By number of seats."""

_PLAIN = weights(
    column=[0.0, 2.0, 3.0, 4.0, 5.5, 6.5, 7.5, 9.0, 9.3, 9.6, 10.5],
    lowest=[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0],
    rest=[0.5, 0.2, 0.05, 0.1, 0.1, 0.05, 2.0, 0.2, 0.02, 1.5],
)
PLAIN: Mapping[int, Weights] = {2: _PLAIN, 3: _PLAIN, 4: _PLAIN}
"""As somebody would set them who has played a few times."""

_BEGINNER = weights(
    column=[0.0, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.0, 8.5, 9.5],
    lowest=[0.0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1],
    rest=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.5],
)
BEGINNER: Mapping[int, Weights] = {2: _BEGINNER, 3: _BEGINNER, 4: _BEGINNER}
"""The own markers count, the low ones more; neither the next turn nor anybody else does."""


@compiled
def rooms(s: Bytes, seat: int, w: Weights, value: Weights) -> None:
    """What playing each colour would be worth to a seat where so many open cards show it as the notes say."""
    track = TRACKS + seat * MARKERS
    low, second_low, at_low = 9, 9, 0
    for marker in range(MARKERS):
        area = AREA[s[track + marker]]
        if area < low:
            second_low, low, at_low = low, area, 1
        elif area == low:
            at_low += 1
        elif area < second_low:
            second_low = area
    for marker in range(MARKERS):
        at = s[track + marker]
        others = second_low if at_low == 1 and AREA[at] == low else low
        reach = max(at, min(at + s[NOTES + marker], AREA_END[min(others, 3) + 1]))
        value[marker] = w[COLUMN + reach] - w[COLUMN + at]


@compiled
def judge(s: Bytes, w: Weights, value: Weights) -> float:
    """How good the table is for the player who has just played a card, before drawing."""
    seat = s[SEAT]
    if s[ENDED]:
        return WON
    track, hand, size = TRACKS + seat * MARKERS, HANDS + seat * HAND, s[SIZES + seat]
    total: float = 0.0
    low = 127
    for marker in range(MARKERS):
        at = s[track + marker]
        total += w[COLUMN + at]
        low = min(low, at)
    total += w[LOWEST + low] + w[DUE_PLAY] * s[DUE]
    held = NOTES + MARKERS
    for marker in range(MARKERS):
        s[NOTES + marker] = s[SHOWN + marker]
        s[held + marker] = 0
    seats = s[SEATS]
    if not s[DUE]:
        # By the time that a foe moves, those between have discarded their oldest cards.
        for k in range(1, seats):
            foe = (seat + k) % seats
            rooms(s, foe, w, value)
            offered = best = 0.0
            for marker in range(MARKERS):
                offered += value[marker]
                best = max(best, value[marker])
            if k == 1:
                total -= w[NEXT_FOE] * offered + w[NEXT_FOE_BEST] * best
            else:
                total -= w[FOES] * offered
            oldest = s[OPEN + foe * ROW]
            s[NOTES + FIRST[oldest]] -= 1
            s[NOTES + SECOND[oldest]] -= 1
    rooms(s, seat, w, value)
    best = second = rest = 0.0
    for i in range(size):
        first, other = FIRST[s[hand + i]], SECOND[s[hand + i]]
        s[held + first] += 1
        s[held + other] += 1
        promise = value[first] + value[other]
        if promise > best:
            rest += second
            best, second = promise, best
        elif promise > second:
            rest += second
            second = promise
        else:
            rest += promise
    total += w[BEST] * best + w[NEXT_BEST] * second + w[REST] * rest
    for marker in range(MARKERS):
        if s[held + marker]:
            at = s[track + marker]
            if at == low:
                total += w[LOW_HELD]
            if at < 7:
                total += w[COVER] * (w[COLUMN + 7] - w[COLUMN + at])
    return total


@compiled
def judge_new_hand(s: Bytes, w: Weights, value: Weights) -> float:
    """How good the table is if the hand is swapped: `judge` without a hand, and what a new one promises."""
    seat = s[SEAT]
    size = s[SIZES + seat]
    s[SIZES + seat] = 0
    total: float = judge(s, w, value) + w[NEW_HAND]
    s[SIZES + seat] = size
    return total


@compiled
def take_turn(s: Bytes, w: Weights, chance: Words, trial: Bytes, value: Weights) -> None:
    """Play the turn that looks best, a card after the other, and close it."""
    while s[DUE]:
        seat = s[SEAT]
        hand, size = HANDS + seat * HAND, s[SIZES + seat]
        best, best_kind, best_turned = -1e18, 0, 0
        for i in range(size):
            kind = s[hand + i]
            known = False
            for j in range(i):
                known = known or s[hand + j] == kind
            if known:
                continue
            straight = 0
            for turned in range(2):
                trial[:PILE] = s[:PILE]
                moved = play(trial, kind, turned)
                if turned and moved // 16 + 16 * (moved % 16) == straight:
                    continue  # the order made no difference
                straight = moved
                found = judge(trial, w, value)
                if found > best:
                    best, best_kind, best_turned = found, kind, turned
        play(s, best_kind, best_turned)
    if may_swap(s) and judge_new_hand(s, w, value) > judge(s, w, value):
        s[SWAPPING] = 1
    close(s, chance)


@compiled
def play_out(s: Bytes, w: Weights, chance: Words, trial: Bytes, value: Weights) -> None:
    """Play to the end."""
    turns = 0
    while not s[ENDED] and turns < MOST_TURNS:
        take_turn(s, w, chance, trial, value)
        turns += 1


@compiled
def duel(seats: int, games: int, ours: Weights, theirs: Weights, chance: Words) -> float:
    """The share that one player of ours gets among players of theirs, on deals played from every seat."""
    s = np.empty(LENGTH, dtype=np.int8)
    start = np.empty(LENGTH, dtype=np.int8)
    trial = np.empty(LENGTH, dtype=np.int8)
    value = np.empty(MARKERS, dtype=np.float64)
    total = 0.0
    for _ in range(games):
        setup(start, seats, chance)
        for seat in range(seats):
            s[:] = start
            turns = 0
            while not s[ENDED] and turns < MOST_TURNS:
                take_turn(s, ours if s[SEAT] == seat else theirs, chance, trial, value)
                turns += 1
            total += share_of(s, seat)
    return total / (games * seats)
