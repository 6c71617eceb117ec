"""The end of a grid game between two, when the pile is empty: all cards are known, and the rest is searched through."""

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.compiling import compiled
from games.bots.kernels.koepfchen import (
    ENDED,
    HAND,
    HANDS,
    IN_PILE,
    LENGTH,
    MOST_SLOTS,
    NUMBERS,
    SCORES,
    SEAT,
    SEATS,
    SIZES,
    SLOTS,
    WIN,
    WINNER,
    Bytes,
    Words32,
    close,
    fits,
    pass_on,
    play,
    points,
)

Indices = NDArray[np.int64]

DEEPEST = 4 * HAND
"""Every card laid, and a pass before each."""
FAR = 2 * WIN

GAIN, AT, ON, BEST, ALPHA, BETA, PASSING = range(7)
"""What is noted of a ply: the play being tried, the best margin so far, the window, whether it is a pass."""
NOTES = 7


@compiled
def cards_left(s: Bytes) -> int:
    total: int = s[IN_PILE]
    for seat in range(s[SEATS]):
        total += s[SIZES + seat]
    return total


@compiled
def margin_of(s: Bytes, t: Words32, reader: int) -> int:
    """The reader's points beyond the other's; a set of seven outweighs them all."""
    margin: int = t[SCORES + reader] - t[SCORES + 1 - reader]
    if s[WINNER] == reader:
        margin += WIN
    elif s[WINNER] >= 0:
        margin -= WIN
    return margin


@compiled
def list_gains(s: Bytes, t: Words32, gains: Indices) -> int:
    """What each card of the hand scores on each slot, -1 where it does not fit; the most of it."""
    hand = HANDS + s[SEAT] * HAND
    most = -1
    for i in range(s[SIZES + s[SEAT]]):
        for slot in range(s[SLOTS]):
            gains[i, slot] = points(t, slot, s[hand + i]) if fits(t, slot, s[hand + i]) else -1
            most = max(most, gains[i, slot])
    return most


@compiled
def next_play(s: Bytes, gains: Indices, cursor: Indices) -> bool:
    """Move on to the next play: what scores most comes first, since then the rest is often cut off."""
    size, slots = s[SIZES + s[SEAT]], s[SLOTS]
    gain, i, slot = cursor[GAIN], cursor[AT], cursor[ON] + 1
    while gain >= 0:
        while i < size:
            while slot < slots:
                if gains[i, slot] == gain:
                    cursor[GAIN], cursor[AT], cursor[ON] = gain, i, slot
                    return True
                slot += 1
            i, slot = i + 1, 0
        gain, i = gain - 1, 0
    return False


@compiled
def final_margin(
    tables: NDArray[np.int8], slots: NDArray[np.int32], gains: Indices, notes: Indices, reader: int, left: Indices
) -> int:
    """The margin with which the game ends from the first table if both play perfectly.

    Alpha-beta with a stack of its own: compiled functions that call themselves do not survive the cache on disk. `left`
    counts down the positions that may be looked at; below 0 the answer means nothing.
    """
    notes[0, ALPHA], notes[0, BETA] = -FAR, FAR
    ply = value = 0
    entering = True
    while ply >= 0:
        s, t, note = tables[ply], slots[ply], notes[ply]
        mine = s[SEAT] == reader
        if entering:
            left[0] -= 1
            most = -1 if s[ENDED] or left[0] < 0 else list_gains(s, t, gains[ply])
            if s[ENDED] or left[0] < 0:
                value, entering, ply = margin_of(s, t, reader), False, ply - 1
                continue
            if most >= 0 and most < WIN and cards_left(s) == 1:
                value, entering, ply = margin_of(s, t, reader) + (most if mine else -most), False, ply - 1
                continue
            note[PASSING] = int(most < 0)
            note[BEST] = -FAR if mine else FAR
            note[GAIN], note[AT], note[ON] = most, 0, -1
        elif note[PASSING]:
            ply -= 1
            continue
        elif mine:
            note[BEST] = max(note[BEST], value)
            note[ALPHA] = max(note[ALPHA], value)
        else:
            note[BEST] = min(note[BEST], value)
            note[BETA] = min(note[BETA], value)
        cut = note[ALPHA] >= note[BETA] or left[0] < 0
        if not note[PASSING] and (cut or not next_play(s, gains[ply], note)):
            value, entering, ply = note[BEST], False, ply - 1
            continue
        tables[ply + 1] = s
        slots[ply + 1] = t
        if note[PASSING]:
            pass_on(tables[ply + 1])
        else:
            play(tables[ply + 1], slots[ply + 1], note[AT], note[ON])
        close(tables[ply + 1], slots[ply + 1])
        notes[ply + 1, ALPHA], notes[ply + 1, BETA] = note[ALPHA], note[BETA]
        entering, ply = True, ply + 1
    return value


@compiled
def margins_after(s: Bytes, t: Words32, ats: Indices, ons: Indices, left: Indices) -> Indices:
    """The final margin after each of these plays, perfect play following."""
    tables, slots = np.empty((DEEPEST, LENGTH), dtype=np.int8), np.empty((DEEPEST, NUMBERS), dtype=np.int32)
    gains = np.empty((DEEPEST, HAND, MOST_SLOTS), dtype=np.int64)
    notes = np.empty((DEEPEST, NOTES), dtype=np.int64)
    found = np.empty(len(ats), dtype=np.int64)
    for k in range(len(ats)):
        tables[0] = s
        slots[0] = t
        play(tables[0], slots[0], ats[k], ons[k])
        close(tables[0], slots[0])
        found[k] = final_margin(tables, slots, gains, notes, s[SEAT], left)
    return found
