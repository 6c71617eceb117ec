"""What every view begins with, and dealing what is hidden: for real, and for a reader who can only imagine it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from games.engine.dealing import SECRET_BYTES, Chance
from games.engine.rules import Data, State, Variant

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


def table_view(state: State, seat: int | None) -> Data:
    """What all games show to whoever sits on this seat; None is a spectator."""
    return {
        "mode": state.variant.key,
        "version": state.n - 1,
        "seat": seat,
        "to_move": state.to_act,
        "due": state.due,
        "ended_by": state.ended_by,
        "winner": state.winner,
    }


def imagined_table(seen: Data, variants: Mapping[str, Variant], seats: int, rng: Random) -> Data:
    """The fields of a state that `table_view` shows, with a chance of its own."""
    return {
        "variant": variants[seen["mode"]],
        "seats": seats,
        "chance": Chance(rng.randbytes(SECRET_BYTES)),
        "n": seen["version"] + 1,
        "seat": seen["to_move"] or 0,
        "due": seen["due"],
        "ended_by": seen["ended_by"],
        "winner": seen["winner"],
    }
