"""What the two board games share: the properties of a variant, and a state with board, racks and tracks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.dealing import Chance
from games.engine.hexgrid import Cell, Grid, grid
from games.engine.imagining import Hands, deal_hands
from games.engine.rules import Data, State, Variant
from games.engine.tracks import START, Track, pair_kinds, standing

EMPTY = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardVariant(Variant):
    radius: Mapping[int, int]
    """By number of seats."""
    mixed: int
    doubles: Mapping[int, int]
    """How often each mixed pair and each double exists, doubles by number of seats."""
    rack: int
    stops: tuple[int, ...]
    """Where a marker halts, surplus points being lost; the last is the end of the track."""
    bonus_fields: tuple[int, ...]
    """What a marker must reach or pass for a bonus move."""
    swaps: bool = True


class Placed(NamedTuple):
    """A tile on the board."""

    n: int
    seat: int
    tile: str
    cells: tuple[Cell, Cell]
    level: int
    """How high the cells were before: 0 is the board itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardState(State):
    variant: BoardVariant
    grid: Grid
    stones: tuple[tuple[Cell, str], ...]
    """The symbols that the board starts with, printed or set up."""
    top: str
    """The symbol on each cell as seen from above."""
    placed: tuple[Placed, ...] = ()
    racks: Hands[str]
    """In order of drawing."""
    bag: tuple[str, ...]
    tracks: tuple[Track, ...]
    """By side."""
    opening: tuple[Cell, ...]
    """Start cells still to be touched; empty when the opening is over."""

    @property
    def rack(self) -> tuple[str, ...]:
        return self.racks[self.seat]

    @property
    def track(self) -> Track:
        return self.tracks[self.side]


def board_of(variant: BoardVariant, seats: int) -> Grid:
    return grid(variant.radius[seats])


def bare_board(board: Grid, stones: Sequence[tuple[Cell, str]]) -> str:
    symbols = dict(stones)
    return "".join(symbols.get(cell, EMPTY) for cell in board.cells)


def deal_racks(variant: BoardVariant, seats: int, chance: Chance) -> tuple[Hands[str], tuple[str, ...], Chance]:
    """Mix all tiles, then deal: the racks, the bag, the chance that is left."""
    tiles, chance = chance.shuffle(pair_kinds(variant.mixed, variant.doubles[seats]))
    return *deal_hands(tiles, seats, variant.rack), chance


def first_tracks(variant: BoardVariant, seats: int) -> tuple[Track, ...]:
    return (START,) * len(set(variant.side_of(seats)))


def standings(state: BoardState) -> list[tuple[int, ...]]:
    return [standing(track) for track in state.tracks]


def score_data(state: BoardState) -> Data:
    return {"tracks": [list(state.tracks[side]) for side in state.sides]}
