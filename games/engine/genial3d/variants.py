"""The stacking game's board and the ways to play on it."""

from dataclasses import dataclass, replace

from games.engine.boardstate import BoardVariant
from games.engine.hexgrid import Cell

START_CELLS: tuple[Cell, ...] = ((0, -3), (3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0))
"""Where the six start stones stand, in dealing order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StackingVariant(BoardVariant):
    final_round: bool = True
    """Whether everybody has one more turn once the bag cannot fill a rack."""


FREE = StackingVariant(
    key="free",
    seats=range(2, 5),
    radius=dict.fromkeys(range(1, 5), 4),
    mixed=4,
    doubles={1: 0, 2: 0, 3: 2, 4: 3},
    rack=5,
    stops=(27,),
    bonus_fields=(18, 27),
)
SOLO = replace(
    FREE,
    key="solo",
    seats=range(1, 2),
    rack=1,
    stops=(27, 54),
    bonus_fields=(),
    swaps=False,
    final_round=False,
)

VARIANTS = {variant.key: variant for variant in (FREE, SOLO)}
