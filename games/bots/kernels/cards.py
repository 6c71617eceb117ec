"""The card game's rules, compiled. A state is one row of bytes, so that a copy is one quick copy of memory."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.kernels.chance import Words, below, shuffle
from games.bots.kernels.compiling import compiled
from games.engine.cards.state import CardsState
from games.engine.cards.variants import AREAS, DECK, GOAL, LAST_COLUMN
from games.engine.tracks import COLOURS

Bytes = NDArray[np.int8]

KINDS = tuple(dict.fromkeys(DECK))
"""The 15 kinds of cards; compiled code knows a card by its place here."""
FIRST = np.array([COLOURS.index(kind[0]) for kind in KINDS], dtype=np.int8)
SECOND = np.array([COLOURS.index(kind[1]) for kind in KINDS], dtype=np.int8)
AREA = np.array([next(n for n, area in enumerate(AREAS) if at in area) for at in range(LAST_COLUMN + 1)], np.int8)
AREA_END = np.array([area[-1] for area in AREAS] + [LAST_COLUMN], dtype=np.int8)
"""The last column of an area; once more for the area that would follow the last."""

HAND, ROW, MARKERS = 6, 2, len(COLOURS)

# Where things are in a state's row of bytes.
SEATS, SEAT, DUE, SWAPPING, ENDED, WINNER, IN_PILE, IN_DISCARD, ROWS = range(9)
TRACKS = 12
SIZES = TRACKS + 4 * MARKERS
HANDS = SIZES + 4
OPEN = HANDS + 4 * HAND
"""The cards before each player, the oldest first."""
SHOWN = OPEN + 4 * ROW
"""How many open cards show each colour."""
PILE = SHOWN + MARKERS
"""Drawn from the end."""
DISCARD = PILE + len(DECK)
NOTES = DISCARD + len(DECK)
"""Room for sums while a table is judged; no part of the state."""
LENGTH = NOTES + 2 * MARKERS


def kernel_state(state: CardsState) -> Bytes:
    """The twin of a full state, such as `imagine` makes."""
    s = np.zeros(LENGTH, dtype=np.int8)
    s[SEATS], s[SEAT], s[DUE], s[SWAPPING] = state.seats, state.seat, state.due, state.swapping
    s[ENDED] = state.ended_by is not None
    s[WINNER] = -1 if state.winner is None else state.winner
    s[ROWS] = len(state.open[0])
    s[IN_PILE], s[IN_DISCARD] = len(state.pile), len(state.discard)
    for seat in range(state.seats):
        s[TRACKS + seat * MARKERS : TRACKS + (seat + 1) * MARKERS] = state.tracks[seat]
        s[SIZES + seat] = len(state.hands[seat])
        write(s, HANDS + seat * HAND, state.hands[seat])
        write(s, OPEN + seat * ROW, state.open[seat])
    for card in (card for row in state.open for card in row):
        for colour in card:
            s[SHOWN + COLOURS.index(colour)] += 1
    write(s, PILE, state.pile[::-1])
    write(s, DISCARD, state.discard)
    return s


def write(s: Bytes, at: int, cards: Sequence[str]) -> None:
    s[at : at + len(cards)] = [KINDS.index(card) for card in cards]


def card_name(kind: int, turned: int) -> str:
    return KINDS[kind][::-1] if turned else KINDS[kind]


@compiled
def step(s: Bytes, seat: int, colour: int) -> int:
    """Move a marker on by the matches on open cards, as far as the areas let it; the steps it took."""
    track = TRACKS + seat * MARKERS
    others = 3
    for marker in range(MARKERS):
        if marker != colour:
            others = min(others, AREA[s[track + marker]])
    was = s[track + colour]
    now = max(was, min(was + s[SHOWN + colour], AREA_END[others + 1]))
    s[track + colour] = now
    moved: int = now - was
    return moved


@compiled
def has_won(s: Bytes, seat: int) -> bool:
    track = TRACKS + seat * MARKERS
    low: int = s[track]
    for marker in range(1, MARKERS):
        low = min(low, s[track + marker])
    return low >= GOAL


@compiled
def play(s: Bytes, kind: int, turned: int) -> int:
    """Play a card of the hand; the steps of the symbol scored first, and 16 times those of the other."""
    seat = s[SEAT]
    first, second = FIRST[kind], SECOND[kind]
    if turned:
        first, second = second, first
    track = TRACKS + seat * MARKERS
    moved_first = step(s, seat, first)
    bonus = int(moved_first > 0 and s[track + first] == LAST_COLUMN)
    moved_second = step(s, seat, second)
    bonus += int(moved_second > 0 and s[track + second] == LAST_COLUMN)
    take_from_hand(s, seat, kind)
    row = OPEN + seat * ROW
    oldest = s[row]
    for i in range(s[ROWS] - 1):
        s[row + i] = s[row + i + 1]
    s[row + s[ROWS] - 1] = kind
    s[SHOWN + first] += 1
    s[SHOWN + second] += 1
    s[SHOWN + FIRST[oldest]] -= 1
    s[SHOWN + SECOND[oldest]] -= 1
    s[DISCARD + s[IN_DISCARD]] = oldest
    s[IN_DISCARD] += 1
    if has_won(s, seat):
        s[ENDED], s[WINNER], s[DUE] = 1, seat, 0
    else:
        s[DUE] = min(s[DUE] - 1 + bonus, s[SIZES + seat])
    return moved_first + 16 * moved_second


@compiled
def take_from_hand(s: Bytes, seat: int, kind: int) -> None:
    hand, size = HANDS + seat * HAND, s[SIZES + seat]
    at = 0
    while s[hand + at] != kind:
        at += 1
    for i in range(at, size - 1):
        s[hand + i] = s[hand + i + 1]
    s[SIZES + seat] = size - 1


@compiled
def may_swap(s: Bytes) -> bool:
    """At the end of a turn, if no card in hand shows a lowest colour."""
    if s[DUE] or s[SWAPPING] or s[ENDED]:
        return False
    seat = s[SEAT]
    track, hand = TRACKS + seat * MARKERS, HANDS + seat * HAND
    low = s[track]
    for marker in range(1, MARKERS):
        low = min(low, s[track + marker])
    for i in range(s[SIZES + seat]):
        kind = s[hand + i]
        if s[track + FIRST[kind]] == low or s[track + SECOND[kind]] == low:
            return False
    return True


@compiled
def close(s: Bytes, chance: Words) -> None:
    """End the turn: discard the hand if it is swapped, refill it, hand on."""
    if s[ENDED]:
        return
    seat = s[SEAT]
    hand = HANDS + seat * HAND
    if s[SWAPPING]:
        for i in range(s[SIZES + seat]):
            s[DISCARD + s[IN_DISCARD]] = s[hand + i]
            s[IN_DISCARD] += 1
        s[SIZES + seat] = 0
        s[SWAPPING] = 0
    for i in range(s[SIZES + seat], HAND):
        s[IN_PILE] -= 1
        s[hand + i] = s[PILE + s[IN_PILE]]
        if s[IN_PILE] == 0:
            reshuffle(s, chance)
    s[SIZES + seat] = HAND
    s[SEAT] = (seat + 1) % s[SEATS]
    s[DUE] = 1


@compiled
def reshuffle(s: Bytes, chance: Words) -> None:
    """The discards become the new pile."""
    count = s[IN_DISCARD]
    for i in range(count):
        s[PILE + i] = s[DISCARD + i]
    shuffle(chance, s, PILE, count)
    s[IN_PILE], s[IN_DISCARD] = count, 0


@compiled
def sorted_track(s: Bytes, seat: int) -> int:
    """A number that compares as standings do: the lowest marker weighs most."""
    track = TRACKS + seat * MARKERS
    counts = np.zeros(LAST_COLUMN + 1, dtype=np.int8)
    for marker in range(MARKERS):
        counts[s[track + marker]] += 1
    total = 0
    for column in range(LAST_COLUMN + 1):
        for _ in range(counts[column]):
            total = total * 16 + column
    return total


@compiled
def share_of(s: Bytes, seat: int) -> float:
    """What the end is worth to a seat: with two the win; with more half the win and half the place. Ties share."""
    mine = (s[WINNER] == seat, sorted_track(s, seat))
    better = equal = 0
    seats = s[SEATS]
    for other in range(seats):
        if other != seat:
            theirs = (s[WINNER] == other, sorted_track(s, other))
            better += int(theirs > mine)
            equal += int(theirs == mine)
    place: float = (seats - 1 - better - 0.5 * equal) / (seats - 1)
    win = 0.0 if better else 1.0 / (1 + equal)
    return 0.5 * (win + place)


@compiled
def deal_anew(s: Bytes, reader: int, chance: Words) -> None:
    """Shuffle what the reader cannot see: the pile and the other hands."""
    hidden = np.empty(len(DECK), dtype=np.int8)
    count = 0
    for seat in range(s[SEATS]):
        if seat != reader:
            for i in range(s[SIZES + seat]):
                hidden[count] = s[HANDS + seat * HAND + i]
                count += 1
    for i in range(s[IN_PILE]):
        hidden[count] = s[PILE + i]
        count += 1
    shuffle(chance, hidden, 0, count)
    count = 0
    for seat in range(s[SEATS]):
        if seat != reader:
            for i in range(s[SIZES + seat]):
                s[HANDS + seat * HAND + i] = hidden[count]
                count += 1
    for i in range(s[IN_PILE]):
        s[PILE + i] = hidden[count]
        count += 1


@compiled
def setup(s: Bytes, seats: int, chance: Words) -> None:
    """A new deal, for games between kernels' own players."""
    s[:] = 0
    s[SEATS], s[DUE], s[WINNER] = seats, 1, -1
    s[ROWS] = 2 if seats == 2 else 1
    for i in range(len(DECK)):
        s[PILE + i] = i // 4
    shuffle(chance, s, PILE, len(DECK))
    left = len(DECK)
    for seat in range(seats):
        s[SIZES + seat] = HAND
        for i in range(HAND):
            left -= 1
            s[HANDS + seat * HAND + i] = s[PILE + left]
    for i in range(s[ROWS]):
        for seat in range(seats):
            left -= 1
            kind = s[PILE + left]
            s[OPEN + seat * ROW + i] = kind
            s[SHOWN + FIRST[kind]] += 1
            s[SHOWN + SECOND[kind]] += 1
    s[IN_PILE] = left


@compiled
def random_games(seats: int, games: int, chance: Words) -> int:
    """Play so many games with any legal turns; the number of turns played."""
    s = np.empty(LENGTH, dtype=np.int8)
    turns = 0
    for _ in range(games):
        setup(s, seats, chance)
        while not s[ENDED]:
            turns += 1
            while s[DUE]:
                at = below(chance, s[SIZES + s[SEAT]])
                play(s, s[HANDS + s[SEAT] * HAND + at], below(chance, 2))
            if may_swap(s):
                s[SWAPPING] = below(chance, 2)
            close(s, chance)
    return turns


def state_data(s: Bytes) -> dict[str, Any]:
    """The state in the engine's words, for those who compare the two."""
    seats = int(s[SEATS])

    def cards(at: int, count: int) -> tuple[str, ...]:
        return tuple(KINDS[kind] for kind in s[at : at + count])

    return {
        "seat": int(s[SEAT]),
        "due": int(s[DUE]),
        "ended": bool(s[ENDED]),
        "winner": None if s[WINNER] < 0 else int(s[WINNER]),
        "hands": tuple(cards(HANDS + seat * HAND, int(s[SIZES + seat])) for seat in range(seats)),
        "open": tuple(cards(OPEN + seat * ROW, int(s[ROWS])) for seat in range(seats)),
        "pile": cards(PILE, int(s[IN_PILE]))[::-1],
        "discard": cards(DISCARD, int(s[IN_DISCARD])),
        "tracks": tuple(
            tuple(int(at) for at in s[TRACKS + seat * MARKERS : TRACKS + (seat + 1) * MARKERS]) for seat in range(seats)
        ),
    }
