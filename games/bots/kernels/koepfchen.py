"""The grid game's rules, compiled.

The grid is a torus of 64 by 64 cells on which no game can meet itself: 49 cards reach less far. Every free cell beside
a card has a slot, which knows what the lines through the cell hold; so laying a card is looked up, not walked.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.chance import Words, below, shuffle
from games.bots.kernels.compiling import compiled
from games.engine.koepfchen.state import GridState
from games.engine.koepfchen.variants import COLOURS, DECK, FITS, FLUSH, FREE, LONGEST_LINE, RANKS, SET, STRAIGHT

Bytes = NDArray[np.int8]
Words32 = NDArray[np.int32]

SIDE = 64
CELLS = SIDE * SIDE
CENTRE = SIDE * (SIDE // 2) + SIDE // 2
STEPS = np.array([1, -1, SIDE, -SIDE])

HAND = FREE.hand
MOST_SLOTS = 104
"""More free cells than can lie beside 49 cards."""
WIN = 1000
"""What a set of seven counts, beyond all points."""

COLOUR_OF = np.array([card // 7 for card in range(49)], dtype=np.int32)
RANK_OF = np.array([card % 7 for card in range(49)], dtype=np.int32)
FITTING = np.array([sum(1 << RANKS.index(other) for other in FITS[rank]) for rank in RANKS], dtype=np.int32)
"""By rank, the ranks that differ by one, as bits."""
SET_POINTS = np.array([SET.get(others + 1, 0) for others in range(6)] + [WIN] + [0] * 9, dtype=np.int32)
FLUSH_POINTS = np.array([FLUSH.get(others + 1, 0) for others in range(16)], dtype=np.int32)
"""By how many others of the rank or colour the line holds."""


def _straight_points(present: int, rank: int) -> int:
    low = high = rank
    while low > 0 and present >> (low - 1) & 1:
        low -= 1
    while high < 6 and present >> (high + 1) & 1:
        high += 1
    return STRAIGHT.get(high - low + 1, 0)


STRAIGHT_POINTS = np.array([_straight_points(key >> 3, key & 7) for key in range(1024)], dtype=np.int32)
"""By the ranks that a line holds, as bits, and the card's own rank."""

# Where things are in a state's row of bytes; the grid comes last.
SEATS, SEAT, DUE, ENDED, WINNER, IN_PILE, SLOTS = range(7)
SIZES = 8
HANDS = SIZES + 4
SHOWN = HANDS + 4 * HAND
"""How many of each hand's first cards everybody knows."""
PILE = SHOWN + 4
"""Drawn from the end."""
GRID = PILE + 48
"""A card and 1, or minus a slot and 1, or 0 where a card is far off."""
LENGTH = GRID + CELLS

# What a slot knows: its cell, the ranks that fit, and the ranks and colours in its row and column, four bits a count.
CELL, FIT, ROW_RANKS, ROW_COLOURS, ROW_PRESENT, COLUMN_RANKS, COLUMN_COLOURS, COLUMN_PRESENT = range(8)
WIDTH = 8
SCORES = MOST_SLOTS * WIDTH
"""Beside the slots, in the second row of numbers: the points of each seat."""
ORIGIN = SCORES + 4
"""The cell of the engine's grid that lies in the centre."""
NUMBERS = ORIGIN + 2


def kernel_state(state: GridState) -> tuple[Bytes, Words32]:
    """The twin of a full state, such as `imagine` makes."""
    s, t = np.zeros(LENGTH, dtype=np.int8), np.zeros(NUMBERS, dtype=np.int32)
    s[SEATS], s[SEAT], s[DUE] = state.seats, state.seat, state.due
    s[ENDED] = state.ended_by is not None
    s[WINNER] = -1 if state.winner is None else state.winner
    s[IN_PILE] = len(state.pile)
    s[PILE : PILE + len(state.pile)] = [DECK.index(card) for card in reversed(state.pile)]
    for seat, hand in enumerate(state.hands):
        known = state.shown[seat]
        ordered = [*known, *(card for card in hand if card not in known)]
        s[SIZES + seat], s[SHOWN + seat] = len(hand), len(known)
        s[HANDS + seat * HAND : HANDS + seat * HAND + len(hand)] = [DECK.index(card) for card in ordered]
        t[SCORES + seat] = state.scores[seat]
    xs, ys = zip(*state.grid, strict=True)
    left, top = t[ORIGIN:] = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    for (x, y), card in state.grid.items():
        cover(s, t, CENTRE + x - left + SIDE * (y - top), DECK.index(card))
    return s, t


def cell_of(t: Words32, place: int) -> tuple[int, int]:
    """The cell on the engine's grid."""
    return place % SIDE - SIDE // 2 + int(t[ORIGIN]), place // SIDE - SIDE // 2 + int(t[ORIGIN + 1])


@compiled
def survey(s: Bytes, t: Words32, slot: int) -> None:
    """Look anew at the lines through a slot's cell."""
    at = slot * WIDTH
    cell = t[at + CELL]
    fit = 0
    fits = True
    for line in range(2):
        ranks = colours = present = length = 0
        for side in range(2):
            step = STEPS[2 * line + side]
            place = (cell + step) & (CELLS - 1)
            first = True
            while s[GRID + place] > 0:
                card = s[GRID + place] - 1
                rank = RANK_OF[card]
                if first:
                    fit |= FITTING[rank]
                    first = False
                ranks += 1 << (4 * rank)
                colours += 1 << (4 * COLOUR_OF[card])
                present |= 1 << rank
                length += 1
                place = (place + step) & (CELLS - 1)
        fits = fits and length < LONGEST_LINE
        t[at + ROW_RANKS + 3 * line] = ranks
        t[at + ROW_COLOURS + 3 * line] = colours
        t[at + ROW_PRESENT + 3 * line] = present
    t[at + FIT] = fit if fits else 0


@compiled
def cover(s: Bytes, t: Words32, cell: int, card: int) -> None:
    """Put a card on a free cell and bring the slots up to date: those at the ends of its lines."""
    slot = -s[GRID + cell] - 1
    if slot >= 0:
        last = s[SLOTS] - 1
        s[SLOTS] = last
        if slot != last:
            for i in range(WIDTH):
                t[slot * WIDTH + i] = t[last * WIDTH + i]
            s[GRID + t[slot * WIDTH + CELL]] = -slot - 1
    s[GRID + cell] = card + 1
    for step in STEPS:
        place = (cell + step) & (CELLS - 1)
        while s[GRID + place] > 0:
            place = (place + step) & (CELLS - 1)
        if s[GRID + place] == 0:
            slot = s[SLOTS]
            s[SLOTS] = slot + 1
            s[GRID + place] = -slot - 1
            t[slot * WIDTH + CELL] = place
        survey(s, t, -s[GRID + place] - 1)


@compiled
def points(t: Words32, slot: int, card: int) -> int:
    """What a card would score on a slot's cell."""
    at, rank, colour = slot * WIDTH, RANK_OF[card], COLOUR_OF[card]
    found = 0
    for line in range(2):
        found += SET_POINTS[(t[at + ROW_RANKS + 3 * line] >> (4 * rank)) & 15]
        found += FLUSH_POINTS[(t[at + ROW_COLOURS + 3 * line] >> (4 * colour)) & 15]
        found += STRAIGHT_POINTS[(t[at + ROW_PRESENT + 3 * line] << 3) | rank]
    return found


@compiled
def fits(t: Words32, slot: int, card: int) -> bool:
    fit: bool = (t[slot * WIDTH + FIT] >> RANK_OF[card]) & 1 == 1
    return fit


@compiled
def fitting_ranks(s: Bytes, t: Words32) -> int:
    """The ranks that fit somewhere, as bits."""
    found = 0
    for slot in range(s[SLOTS]):
        found |= t[slot * WIDTH + FIT]
    return found


@compiled
def can_play(s: Bytes, seat: int, ranks: int) -> bool:
    held = 0
    for i in range(s[SIZES + seat]):
        held |= 1 << RANK_OF[s[HANDS + seat * HAND + i]]
    return held & ranks != 0


@compiled
def play(s: Bytes, t: Words32, at: int, slot: int) -> int:
    """Lay a card of the hand, by its place there, on a slot's cell; its points."""
    seat = s[SEAT]
    hand = HANDS + seat * HAND
    card = s[hand + at]
    gained = points(t, slot, card)
    if gained >= WIN:
        gained %= WIN
        s[ENDED], s[WINNER] = 1, seat
    t[SCORES + seat] += gained
    cover(s, t, t[slot * WIDTH + CELL], card)
    size = s[SIZES + seat] - 1
    for i in range(at, size):
        s[hand + i] = s[hand + i + 1]
    s[SIZES + seat] = size
    if at < s[SHOWN + seat]:
        s[SHOWN + seat] -= 1
    s[DUE] = 0
    return gained


@compiled
def pass_on(s: Bytes) -> None:
    """No card fits: everybody sees the hand."""
    s[SHOWN + s[SEAT]] = s[SIZES + s[SEAT]]
    s[DUE] = 0


@compiled
def close(s: Bytes, t: Words32) -> None:
    """Draw while the pile lasts, hand on to who has cards, and see whether anybody can play."""
    if s[ENDED]:
        return
    seat, seats = s[SEAT], s[SEATS]
    while s[SIZES + seat] < HAND and s[IN_PILE] > 0:
        s[IN_PILE] -= 1
        s[HANDS + seat * HAND + s[SIZES + seat]] = s[PILE + s[IN_PILE]]
        s[SIZES + seat] += 1
    following = (seat + 1) % seats
    for k in range(1, seats + 1):
        if s[SIZES + (seat + k) % seats] > 0:
            following = (seat + k) % seats
            break
    s[SEAT], s[DUE] = following, 1
    ranks = fitting_ranks(s, t)
    for other in range(seats):
        if can_play(s, other, ranks):
            return
    s[ENDED], s[DUE] = 1, 0


@compiled
def must_pass(s: Bytes, t: Words32) -> bool:
    return s[DUE] == 1 and not can_play(s, s[SEAT], fitting_ranks(s, t))


@compiled
def share_of(s: Bytes, t: Words32, seat: int) -> float:
    """What the end is worth to a seat: with two the win; with more half the win and half the place. Ties share."""
    mine = t[SCORES + seat] + (WIN if s[WINNER] == seat else 0)
    better = equal = 0
    seats = s[SEATS]
    for other in range(seats):
        if other != seat:
            theirs = t[SCORES + other] + (WIN if s[WINNER] == other else 0)
            better += int(theirs > mine)
            equal += int(theirs == mine)
    place: float = (seats - 1 - better - 0.5 * equal) / (seats - 1)
    win = 0.0 if better else 1.0 / (1 + equal)
    return 0.5 * (win + place)


@compiled
def deal_anew(s: Bytes, reader: int, chance: Words) -> None:
    """Shuffle what the reader cannot see: the pile, and in the other hands what was not shown."""
    hidden = np.empty(len(DECK), dtype=np.int8)
    count = 0
    for seat in range(s[SEATS]):
        if seat != reader:
            for i in range(s[SHOWN + seat], s[SIZES + seat]):
                hidden[count] = s[HANDS + seat * HAND + i]
                count += 1
    for i in range(s[IN_PILE]):
        hidden[count] = s[PILE + i]
        count += 1
    shuffle(chance, hidden, 0, count)
    count = 0
    for seat in range(s[SEATS]):
        if seat != reader:
            for i in range(s[SHOWN + seat], s[SIZES + seat]):
                s[HANDS + seat * HAND + i] = hidden[count]
                count += 1
    for i in range(s[IN_PILE]):
        s[PILE + i] = hidden[count]
        count += 1


@compiled
def setup(s: Bytes, t: Words32, seats: int, chance: Words) -> None:
    """A new deal, for games between kernels' own players."""
    s[:] = 0
    t[:] = 0
    s[SEATS], s[DUE], s[WINNER] = seats, 1, -1
    cards = np.arange(len(DECK)).astype(np.int8)
    shuffle(chance, cards, 0, len(DECK))
    left = len(DECK)
    for y in range(-1, 2):
        for x in range(-1, 2):
            left -= 1
            cover(s, t, CENTRE + x + SIDE * y, cards[left])
    if seats == 3:
        left -= 1
        cover(s, t, CENTRE + 2, cards[left])
    for seat in range(seats):
        s[SIZES + seat] = HAND
        for i in range(HAND):
            left -= 1
            s[HANDS + seat * HAND + i] = cards[left]
    for i in range(left):
        s[PILE + i] = cards[i]
    s[IN_PILE] = left
    ranks = fitting_ranks(s, t)
    for seat in range(seats):
        if can_play(s, seat, ranks):
            return
    s[ENDED], s[DUE] = 1, 0


@compiled
def any_play(s: Bytes, t: Words32, chance: Words) -> None:
    """Lay any card that fits."""
    seat = s[SEAT]
    count = 0
    at = slot = 0
    for i in range(s[SIZES + seat]):
        for j in range(s[SLOTS]):
            if fits(t, j, s[HANDS + seat * HAND + i]):
                count += 1
                if below(chance, count) == 0:
                    at, slot = i, j
    play(s, t, at, slot)


@compiled
def random_games(seats: int, games: int, chance: Words) -> int:
    """Play so many games with any legal turns; the number of turns played."""
    s, t = np.empty(LENGTH, dtype=np.int8), np.empty(NUMBERS, dtype=np.int32)
    turns = 0
    for _ in range(games):
        setup(s, t, seats, chance)
        while not s[ENDED]:
            turns += 1
            if must_pass(s, t):
                pass_on(s)
            else:
                any_play(s, t, chance)
            close(s, t)
    return turns


def state_data(s: Bytes, t: Words32) -> dict[str, Any]:
    """The state in the engine's words, for those who compare the two."""
    seats = int(s[SEATS])
    hands = [
        [DECK[card] for card in s[HANDS + seat * HAND : HANDS + seat * HAND + s[SIZES + seat]]] for seat in range(seats)
    ]
    grid = s[GRID:]
    return {
        "seat": int(s[SEAT]),
        "due": int(s[DUE]),
        "ended": bool(s[ENDED]),
        "winner": None if s[WINNER] < 0 else int(s[WINNER]),
        "hands": [set(hand) for hand in hands],
        "shown": [set(hand[: s[SHOWN + seat]]) for seat, hand in enumerate(hands)],
        "pile": tuple(DECK[card] for card in s[PILE : PILE + s[IN_PILE]][::-1]),
        "grid": {cell_of(t, int(place)): DECK[grid[place] - 1] for place in np.flatnonzero(grid > 0)},
        "scores": tuple(int(score) for score in t[SCORES : SCORES + seats]),
    }


def plays(s: Bytes, t: Words32) -> dict[tuple[str, tuple[int, int]], int]:
    """What may be laid where, and what it would score."""
    seat = int(s[SEAT])
    hand = s[HANDS + seat * HAND : HANDS + seat * HAND + s[SIZES + seat]]
    return {
        (DECK[card], cell_of(t, int(t[slot * WIDTH + CELL]))): int(points(t, slot, card))
        for card in hand
        for slot in range(s[SLOTS])
        if s[DUE] and fits(t, slot, card)
    }


assert COLOURS[0] + RANKS[0] == DECK[0]  # noqa: S101  # cards are numbered colour by colour
