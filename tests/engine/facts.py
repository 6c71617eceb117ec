"""What the laws need to know of each game. A new game adds one entry here."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.engine.cards.rules import Play as PlayCard
from games.engine.koepfchen.rules import PASS
from games.engine.koepfchen.rules import Play as PlayAt
from games.engine.koepfchen.variants import DECK
from games.engine.swapping import SWAP
from games.engine.tiles import Place
from games.engine.tracks import pair_kinds


@dataclass(frozen=True, kw_only=True)
class Facts:
    full_set: Callable[[Any], Iterable[str]]
    """Every tile or card that the game is played with."""
    in_sight: Callable[[Any], Iterable[str]]
    """Those that are neither held nor to be drawn."""
    hands: str
    """The field of the state with racks or hands."""
    stock: str
    """The field with what is to be drawn."""
    last: int | None
    """The end of a track; twice as far where it has two laps."""
    everything: Callable[[Any], list[Any]]
    """Every action that could be meant at all, whether it is allowed or not."""

    def pieces(self, state: Any) -> Counter[str]:
        """Every tile or card, wherever it is."""
        rows = (*getattr(state, self.hands), getattr(state, self.stock), self.in_sight(state))
        return Counter(piece for row in rows for piece in row)

    def scores(self, state: Any) -> list[int]:
        return [at for track in state.tracks for at in track] if self.last else list(state.scores)

    def hidden_dealt_anew(self, state: Any, reader: int | None, rng: Random) -> Any:
        """The same game for this reader, with everything that they cannot know dealt anew."""
        hands = getattr(state, self.hands)
        known = getattr(state, "shown", ((),) * state.seats)
        hidden = list(getattr(state, self.stock))
        for seat, hand in enumerate(hands):
            if seat != reader:
                hidden += (Counter(hand) - Counter(known[seat])).elements()
        rng.shuffle(hidden)
        dealt = []
        for seat, hand in enumerate(hands):
            new = 0 if seat == reader else len(hand) - len(known[seat])
            dealt.append(hand if seat == reader else (*known[seat], *hidden[:new]))
            del hidden[:new]
        chance = replace(state.chance, key=rng.randbytes(32))
        return replace(state, chance=chance, **{self.hands: tuple(dealt), self.stock: tuple(hidden)})


def placements(state: Any) -> list[Any]:
    cells = state.grid.cells
    strangers = [kind for kind in pair_kinds(1, 1) if kind not in state.rack][:1]
    tiles = [*dict.fromkeys(state.rack), *strangers]
    return [SWAP, *(Place(tile, (a, b)) for tile in tiles for a in cells for b in cells)]


def card_plays(_state: Any) -> list[Any]:
    kinds = pair_kinds(1, 0)
    return [SWAP, *map(PlayCard, kinds), *(PlayCard(kind[::-1]) for kind in kinds)]


def grid_plays(_state: Any) -> list[Any]:
    around = [(x, y) for x in range(-9, 10) for y in range(-9, 10)]
    return [PlayAt(card, cell) for card in DECK for cell in around]


def tiles_of(state: Any) -> Iterable[str]:
    return pair_kinds(state.variant.mixed, state.variant.doubles[state.seats])


FACTS = {
    "genial": Facts(
        full_set=tiles_of,
        in_sight=lambda state: [placed.tile for placed in state.placed],
        hands="racks",
        stock="bag",
        last=18,
        everything=placements,
    ),
    "genial-3d": Facts(
        full_set=tiles_of,
        in_sight=lambda state: [placed.tile for placed in state.placed],
        hands="racks",
        stock="bag",
        last=27,
        everything=placements,
    ),
    "genial-cards": Facts(
        full_set=lambda _state: pair_kinds(4, 0),
        in_sight=lambda state: [card for row in (*state.open, state.discard) for card in row],
        hands="hands",
        stock="pile",
        last=10,
        everything=card_plays,
    ),
    "koepfchen": Facts(
        full_set=lambda _state: DECK,
        in_sight=lambda state: state.grid.values(),
        hands="hands",
        stock="pile",
        last=None,
        everything=lambda state: [PASS, *grid_plays(state)],
    ),
}
