"""The board game's board and the ways to play on it."""

from dataclasses import replace

from games.engine.boardstate import BoardVariant
from games.engine.hexgrid import Cell

PRINTED: tuple[tuple[Cell, str], ...] = (
    ((0, -5), "R"),
    ((5, -5), "G"),
    ((5, 0), "B"),
    ((0, 5), "O"),
    ((-5, 5), "Y"),
    ((-5, 0), "V"),
)
"""The same at every number of players; printed cells are never covered."""

FREE = BoardVariant(
    key="free",
    seats=range(2, 5),
    radius={1: 5, 2: 5, 3: 6, 4: 7},
    mixed=6,
    doubles=dict.fromkeys(range(1, 5), 5),
    rack=6,
    stops=(18,),
    bonus_fields=(18,),
)
TEAM = replace(
    FREE,
    key="team",
    seats=range(4, 5),
    sides=(0, 1, 0, 1),
    stops=(18, 36),
    bonus_fields=(18, 36),
)
SOLO = replace(FREE, key="solo", seats=range(1, 2), rack=1, stops=(18, 36), bonus_fields=(), swaps=False)

VARIANTS = {variant.key: variant for variant in (FREE, TEAM, SOLO)}
