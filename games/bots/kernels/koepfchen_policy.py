"""What the grid game's players weigh, and how they play a game out.

Points are easy to see; what a card opens for the next player decides games. At a glance that is weighed over all hands
which the next player may hold. In an imagined game, where hands are known, the next player's best answer is looked up.
"""

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.chance import Words, unit
from games.bots.kernels.compiling import compiled
from games.bots.kernels.koepfchen import (
    CELL,
    CELLS,
    ENDED,
    FIT,
    GRID,
    HAND,
    HANDS,
    IN_PILE,
    MOST_SLOTS,
    PILE,
    RANK_OF,
    SCORES,
    SEAT,
    SEATS,
    SHOWN,
    SIZES,
    SLOTS,
    STEPS,
    WIDTH,
    Bytes,
    Words32,
    close,
    cover,
    fits,
    pass_on,
    play,
    points,
    share_of,
    survey,
)

Numbers = NDArray[np.float64]

FOE, BEST, REST = range(3)
"""What weighs beside a point scored: a point that the next player may expect to score, a point that the best card left
in hand could score, and one that any of them could."""

PLAY_AT, PLAY_ON, PLAY_GAIN, PLAY_GLANCE = range(4)
"""What is known of a play: the card's place in the hand, the slot, the points, and how good it looks."""

MOST_POINTS = 32
CHANGED = 5
"""How many slots laying a card can change at most: its own, and those at the ends of its two lines."""


@compiled
def best_with(t: Words32, slots: int, card: int) -> int:
    """The most that a card could score now."""
    best = 0
    for slot in range(slots):
        if fits(t, slot, card):
            best = max(best, points(t, slot, card))
    return best


@compiled
def unseen_cards(s: Bytes, reader: int, unseen: Bytes) -> int:
    """List the cards that the reader has not seen; how many they are."""
    count = 0
    for seat in range(s[SEATS]):
        if seat != reader:
            for i in range(s[SHOWN + seat], s[SIZES + seat]):
                unseen[count] = s[HANDS + seat * HAND + i]
                count += 1
    for i in range(s[IN_PILE]):
        unseen[count] = s[PILE + i]
        count += 1
    return count


@compiled
def expected_best(s: Bytes, t: Words32, seat: int, unseen: Bytes, count: int, at_least: NDArray[np.int64]) -> float:
    """What the best card of a seat scores on average, which holds what it has shown and for the rest unseen cards."""
    known = 0
    for i in range(s[SHOWN + seat]):
        known = max(known, best_with(t, s[SLOTS], s[HANDS + seat * HAND + i]))
    known = min(known, MOST_POINTS - 1)
    at_least[:] = 0
    for i in range(count):
        found = min(MOST_POINTS - 1, best_with(t, s[SLOTS], unseen[i]))
        for score in range(known + 1, found + 1):
            at_least[score] += 1
    total = float(known)
    drawn = min(s[SIZES + seat] - s[SHOWN + seat], count)
    for score in range(known + 1, MOST_POINTS):
        if at_least[score] == 0:
            break
        none = 1.0
        for k in range(drawn):
            none *= max(0, count - at_least[score] - k) / (count - k)
        total += 1.0 - none
    return total


@compiled
def next_with_cards(s: Bytes) -> int:
    """Who moves next; the seat itself if nobody else has cards."""
    seat, seats = s[SEAT], s[SEATS]
    following: int = seat
    for k in range(seats - 1, 0, -1):
        if s[SIZES + (seat + k) % seats] > 0:
            following = (seat + k) % seats
    return following


@compiled
def glance(s: Bytes, t: Words32, w: Numbers) -> Numbers:
    """All plays and how good each looks from what its player sees."""
    seat = s[SEAT]
    hand, size = HANDS + seat * HAND, s[SIZES + seat]
    unseen, at_least = np.empty(49, dtype=np.int8), np.empty(MOST_POINTS, dtype=np.int64)
    count = unseen_cards(s, seat, unseen)
    foe = next_with_cards(s)
    # Points of one foe harm less where there are others.
    foe_weight = w[FOE] / (s[SEATS] - 1)
    found = np.empty((HAND * MOST_SLOTS, 4))
    after, slots_after = s.copy(), t.copy()
    plays = 0
    for i in range(size):
        for slot in range(s[SLOTS]):
            if fits(t, slot, s[hand + i]):
                gain = points(t, slot, s[hand + i])
                look = float(gain)
                if w[FOE] or w[BEST] or w[REST]:
                    after[:] = s
                    slots_after[:] = t
                    cover(after, slots_after, t[slot * WIDTH + CELL], s[hand + i])
                    if foe != seat:
                        look -= foe_weight * expected_best(after, slots_after, foe, unseen, count, at_least)
                    best = rest = 0
                    for j in range(size):
                        if j != i:
                            promise = best_with(slots_after, after[SLOTS], s[hand + j])
                            rest += promise
                            best = max(best, promise)
                    look += w[BEST] * best + w[REST] * rest
                found[plays, PLAY_AT], found[plays, PLAY_ON] = i, slot
                found[plays, PLAY_GAIN], found[plays, PLAY_GLANCE] = gain, look
                plays += 1
    return found[:plays]


@compiled
def best_on(s: Bytes, t: Words32, slot: int, seat: int) -> int:
    """The most that a seat's hand could score on a slot."""
    best = 0
    fit = t[slot * WIDTH + FIT]
    for i in range(s[SIZES + seat]):
        card = s[HANDS + seat * HAND + i]
        if (fit >> RANK_OF[card]) & 1:
            best = max(best, points(t, slot, card))
    return best


@compiled
def end_of_line(s: Bytes, cell: int, step: int) -> int:
    """The first free cell from here in a direction."""
    place = (cell + step) & (CELLS - 1)
    while s[GRID + place] > 0:
        place = (place + step) & (CELLS - 1)
    return place


@compiled
def reply(
    s: Bytes, t: Words32, card: int, slot: int, foe: int, top_slot: NDArray[np.int64], top_points: NDArray[np.int64]
) -> int:
    """The foe's best answer to a card laid on a slot, where its best slots before that are known."""
    cell = t[slot * WIDTH + CELL]
    was = s[GRID + cell]
    s[GRID + cell] = card + 1
    spare = MOST_SLOTS - 1
    best = 0
    changed = np.empty(CHANGED, dtype=np.int64)
    changed[4] = cell
    for k in range(4):
        changed[k] = end_of_line(s, cell, STEPS[k])
        t[spare * WIDTH + CELL] = changed[k]
        survey(s, t, spare)
        best = max(best, best_on(s, t, spare, foe))
    s[GRID + cell] = was
    for k in range(CHANGED + 1):
        if top_slot[k] < 0 or top_points[k] <= best:
            break
        place = t[top_slot[k] * WIDTH + CELL]
        untouched = True
        for c in range(CHANGED):
            untouched = untouched and changed[c] != place
        if untouched:
            best = top_points[k]
            break
    return best


@compiled
def quick_turn(s: Bytes, t: Words32, foe_weight: float, chance: Words) -> None:
    """Play the turn that looks best if the next player's hand is known, as it is while a game is imagined."""
    seat, slots = s[SEAT], s[SLOTS]
    hand, size = HANDS + seat * HAND, s[SIZES + seat]
    gains = np.empty((HAND, MOST_SLOTS), dtype=np.int64)
    most = -1
    for i in range(size):
        for slot in range(slots):
            gains[i, slot] = points(t, slot, s[hand + i]) if fits(t, slot, s[hand + i]) else -1
            most = max(most, gains[i, slot])
    if most < 0:
        pass_on(s)
    else:
        foe = next_with_cards(s)
        # The foe's best slots now: those that a card does not change are still the best after it.
        top_slot, top_points = np.full(CHANGED + 1, -1), np.zeros(CHANGED + 1, dtype=np.int64)
        if foe != seat:
            for slot in range(slots):
                found = best_on(s, t, slot, foe)
                if found > top_points[CHANGED]:
                    k = CHANGED
                    while k > 0 and top_points[k - 1] < found:
                        top_points[k], top_slot[k] = top_points[k - 1], top_slot[k - 1]
                        k -= 1
                    top_points[k], top_slot[k] = found, slot
        best, at, on = -1e9, 0, 0
        for gain in range(most, -1, -1):
            if gain + 0.01 <= best:
                break  # even if the foe could answer nothing
            for i in range(size):
                for slot in range(slots):
                    if gains[i, slot] == gain:
                        look = gain + 0.01 * unit(chance)
                        if foe != seat:
                            look -= foe_weight * reply(s, t, s[hand + i], slot, foe, top_slot, top_points)
                        if look > best:
                            best, at, on = look, i, slot
        play(s, t, at, on)
    close(s, t)


@compiled
def worth_of(s: Bytes, t: Words32, seat: int, spread: float) -> float:
    """What a seat may expect: at the end its share, before it a guess from the margins and the cards still to come."""
    if s[ENDED]:
        return share_of(s, t, seat)
    seats = s[SEATS]
    left = 0.5 + s[IN_PILE]
    for other in range(seats):
        left += s[SIZES + other]
    first, place = 1.0, 0.0
    for other in range(seats):
        if other != seat:
            margin = t[SCORES + seat] - t[SCORES + other]
            ahead = 1.0 / (1.0 + np.exp(-margin / (spread * np.sqrt(left))))
            first *= ahead
            place += ahead / (seats - 1)
    return 0.5 * (first + place)
