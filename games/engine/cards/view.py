"""What a reader sees of the card game, and what a stored state says of it."""

from collections import Counter
from random import Random

from games.engine.cards.state import CardsState
from games.engine.cards.variants import DECK, VARIANTS
from games.engine.imagining import imagined_hands, imagined_table, table_view
from games.engine.rules import Data
from games.engine.tracks import read_track, track_data


def view(state: CardsState, seat: int | None) -> Data:
    """All that the reader on this seat may see; None is a spectator."""
    return {
        **table_view(state, seat),
        "swapping": state.swapping,
        "open": [list(row) for row in state.open],
        "hand": None if seat is None else list(state.hands[seat]),
        "hand_sizes": [len(hand) for hand in state.hands],
        "pile": len(state.pile),
        "discard": len(state.discard),
        "tracks": [track_data(track) for track in state.tracks],
        "unseen": _unseen(state, seat),
    }


def _unseen(state: CardsState, seat: int | None) -> dict[str, int]:
    """What is in the pile or in other hands. Every discard was open or shown before."""
    unseen = Counter(DECK)
    for row in (*state.open, state.discard, () if seat is None else state.hands[seat]):
        unseen.subtract(row)
    return {card: count for card, count in unseen.items() if count}


def imagine(seen: Data, rng: Random) -> CardsState:
    """A full state that the view allows; what is hidden comes from the generator."""
    hidden = [card for card, count in seen["unseen"].items() for _ in range(count)]
    discard = list((Counter(DECK) - Counter(hidden)).elements())
    for row in (*seen["open"], seen["hand"] or ()):
        for card in row:
            discard.remove(card)
    rng.shuffle(hidden)
    hands, pile = imagined_hands(hidden, seen["hand_sizes"], seen["seat"], seen["hand"])
    return CardsState(
        **imagined_table(seen, VARIANTS, len(hands), rng),
        swapping=seen["swapping"],
        hands=hands,
        open=tuple(tuple(row) for row in seen["open"]),
        pile=pile,
        discard=tuple(discard),
        tracks=tuple(read_track(track) for track in seen["tracks"]),
    )


def pack(state: CardsState) -> Data:
    return {
        "hands": [" ".join(hand) for hand in state.hands],
        "open": [" ".join(row) for row in state.open],
        "pile": " ".join(state.pile),
        "discard": " ".join(state.discard),
        "tracks": [list(track) for track in state.tracks],
    }


def unpack(common: Data, data: Data) -> CardsState:
    return CardsState(
        **common,
        hands=tuple(tuple(hand.split()) for hand in data["hands"]),
        open=tuple(tuple(row.split()) for row in data["open"]),
        pile=tuple(data["pile"].split()),
        discard=tuple(data["discard"].split()),
        tracks=tuple(tuple(track) for track in data["tracks"]),
    )
