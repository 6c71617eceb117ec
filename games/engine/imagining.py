"""Dealing what is hidden: once for real, and again for a reader who can only imagine it."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
Hands = tuple[tuple[T, ...], ...]


def deal_hands(pieces: Sequence[T], seats: int, size: int) -> tuple[Hands[T], tuple[T, ...]]:
    """Seat by seat a whole rack or hand from the front, and what is left."""
    hands = tuple(tuple(pieces[seat * size : (seat + 1) * size]) for seat in range(seats))
    return hands, tuple(pieces[seats * size :])


def imagined_hands(
    hidden: Sequence[T],
    sizes: Sequence[int],
    reader: int | None,
    own: Sequence[T] | None,
    shown: Sequence[Sequence[T]] | None = None,
) -> tuple[Hands[T], tuple[T, ...]]:
    """Hands of these sizes: the reader's own, the others' from what is hidden beside what they have shown; and the
    rest."""
    hands = []
    left = list(hidden)
    for seat, size in enumerate(sizes):
        if seat == reader:
            hands.append(tuple(own or ()))
        else:
            known = tuple(shown[seat]) if shown else ()
            new = size - len(known)
            hands.append((*known, *left[:new]))
            del left[:new]
    return tuple(hands), tuple(left)
