"""A small board with the real rules, for pages that teach: a few tiles lie on it, and it is the reader's turn."""

from dataclasses import replace

from games.engine.boardstate import BoardState, Placed
from games.engine.dealing import SECRET_BYTES, Chance
from games.engine.genial.rules import restored
from games.engine.genial.variants import FREE, PRINTED
from games.engine.hexgrid import Cell, grid
from games.engine.tracks import Track

RADIUS = 3
SMALL = replace(FREE, radius=dict.fromkeys(FREE.radius, RADIUS))
CORNERS: tuple[tuple[Cell, str], ...] = tuple(
    ((q * RADIUS // 5, r * RADIUS // 5), colour) for (q, r), colour in PRINTED
)
TILES = ("RO b2 b3", "RG c3 c4", "BV d6 e6", "YG f2 f3", "VY d2 e1")
"""As players write them."""
OPPONENT: Track = (6, 7, 5, 6, 7, 8)


def small_board(rack: str, track: Track, *, tiles: tuple[str, ...] = TILES, opening: bool = False) -> BoardState:
    """The reader, on seat 0, is to move with these tiles on the rack and these points on the track."""
    placed = tuple(read_tile(n, text) for n, text in enumerate(tiles, 1))
    return restored(
        {
            "variant": SMALL,
            "seats": 2,
            "chance": Chance(bytes(SECRET_BYTES)),
            "n": len(placed) + 1,
            "stones": CORNERS,
            "placed": placed,
            "racks": (tuple(rack.split()), ("RR", "GG", "BB", "OO", "YY", "VV")),
            "bag": ("RG", "BO", "YV", "RY", "GV", "BY", "OV", "RO", "GB", "RV"),
            "tracks": (track, OPPONENT),
            "opening": tuple(cell for cell, _colour in CORNERS) if opening else (),
        }
    )


def read_tile(n: int, text: str) -> Placed:
    tile, first, second = text.split()
    return Placed(n, n % 2, tile, (named(first), named(second)), 0)


def named(name: str) -> Cell:
    return next(cell for cell in grid(RADIUS).cells if grid(RADIUS).name(cell) == name)
