"""The deck, the starting grid and what the groups are worth."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.rules import Variant

COLOURS = "ROYGBVT"
RANKS = "A234567"
DECK = tuple(colour + rank for colour in COLOURS for rank in RANKS)

Cell = tuple[int, int]
"""`(x, y)`; the grid starts around (0, 0), y grows downwards."""

LONGEST_LINE = 7

FITS: Mapping[str, str] = {rank: RANKS[i - 1] + RANKS[(i + 1) % len(RANKS)] for i, rank in enumerate(RANKS)}
"""The ranks that differ by one: an ace is 1 or 8, so the ranks close to a ring."""

STRAIGHT = {4: 1, 5: 2, 6: 3, 7: 5}
FLUSH = {3: 1, 4: 2, 5: 3, 6: 5, 7: 10}
SET = {3: 2, 4: 3, 5: 5, 6: 10}
WINNING_SET = 7
"""Points by size; a set of seven wins at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridVariant(Variant):
    hand: int
    start: Mapping[int, tuple[Cell, ...]]
    """The cells of the starting grid in dealing order, by number of seats."""


_SQUARE = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))

FREE = GridVariant(
    key="free",
    seats=range(2, 5),
    hand=4,
    start={2: _SQUARE, 3: (*_SQUARE, (2, 0)), 4: _SQUARE},
)

VARIANTS = {FREE.key: FREE}
