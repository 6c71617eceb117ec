"""The card game's deck and the way to play it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.rules import Variant
from games.engine.tracks import pair_kinds

DECK = pair_kinds(mixed=4, doubles=0)
LAST_COLUMN = 10
GOAL = 7
"""Who has all six markers here or beyond wins."""
AREAS = (range(1), range(1, 4), range(4, 7), range(7, 11))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsVariant(Variant):
    hand: int
    open_cards: Mapping[int, int]
    """How many lie before each player, by number of seats."""


FREE = CardsVariant(key="free", seats=range(2, 5), hand=6, open_cards={2: 2, 3: 1, 4: 1})

VARIANTS = {FREE.key: FREE}
