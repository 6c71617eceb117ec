"""What a reader sees of the grid game, and what a stored state says of it."""

from random import Random

from games.engine.imagining import imagined_hands, imagined_table, table_view
from games.engine.koepfchen.state import GridState
from games.engine.koepfchen.variants import DECK, VARIANTS
from games.engine.rules import Data


def view(state: GridState, seat: int | None) -> Data:
    """All that the reader on this seat may see; None is a spectator."""
    return {
        **table_view(state, seat),
        "grid": [[*cell, card] for cell, card in state.grid.items()],
        "hand": None if seat is None else list(state.hands[seat]),
        "hand_sizes": [len(hand) for hand in state.hands],
        "shown": [list(cards) for cards in state.shown],
        "pile": len(state.pile),
        "scores": list(state.scores),
        "unseen": _unseen(state, seat),
    }


def _unseen(state: GridState, seat: int | None) -> list[str]:
    """What is in the pile or, not shown yet, in other hands."""
    seen = {*state.grid.values(), *(card for cards in state.shown for card in cards)}
    if seat is not None:
        seen.update(state.hands[seat])
    return [card for card in DECK if card not in seen]


def imagine(seen: Data, rng: Random) -> GridState:
    """A full state that the view allows; what is hidden comes from the generator."""
    hidden = list(seen["unseen"])
    rng.shuffle(hidden)
    hands, pile = imagined_hands(hidden, seen["hand_sizes"], seen["seat"], seen["hand"], seen["shown"])
    return GridState(
        **imagined_table(seen, VARIANTS, len(hands), rng),
        grid={(x, y): card for x, y, card in seen["grid"]},
        hands=hands,
        shown=tuple(tuple(cards) for cards in seen["shown"]),
        pile=pile,
        scores=tuple(seen["scores"]),
    )


def pack(state: GridState) -> Data:
    return {
        "grid": [[*cell, card] for cell, card in state.grid.items()],
        "hands": [" ".join(hand) for hand in state.hands],
        "shown": [" ".join(cards) for cards in state.shown],
        "pile": " ".join(state.pile),
        "scores": list(state.scores),
    }


def unpack(common: Data, data: Data) -> GridState:
    return GridState(
        **common,
        grid={(x, y): card for x, y, card in data["grid"]},
        hands=tuple(tuple(hand.split()) for hand in data["hands"]),
        shown=tuple(tuple(cards.split()) for cards in data["shown"]),
        pile=tuple(data["pile"].split()),
        scores=tuple(data["scores"]),
    )
