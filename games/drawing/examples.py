"""One position of each game for the pages that present it; a test plays them by the rules."""

from functools import cache
from typing import NamedTuple

from games.engine.cards.variants import AREAS, GOAL, LAST_COLUMN
from games.engine.genial.variants import PRINTED
from games.engine.genial3d.variants import START_CELLS
from games.engine.tracks import COLOURS

from .boards import Board, Stacks, draw_board, draw_stacks, read_tiles
from .geometry import number

GENIAL_RADIUS = 5
GENIAL_TILES = (
    "VV e1 f2", "OO j6 j7", "RO h6 i6", "OV i7 h8", "BO g8 h7", "OV k5 j5", "RB g7 f8", "RY g6 f6", "RV i5 j4",
    "GB f7 e7", "GB e6 d6", "BY c5 c4", "BO b4 b3", "OV i8 h9", "VV e2 f3", "GB a2 a3", "OV f5 f4", "GV e4 e3",
    "RO h5 g5", "GV d3 d2",
)  # fmt: skip

STACKING_RADIUS = 4
STACKING_STONES = "BYGVOR"
"""On the start cells, in their order."""
STACKING_TILES = (
    "GY d7 c6", "RB d2 c2", "RV f5 g5", "OV h3 h4", "RG e6 e7", "GV e6 f5", "GO e5 d4", "RV f7 f6", "BO c3 d3",
    "GO e4 e3", "GB e7 f6", "GY e8 d7", "RO c2 c3", "GB e3 d3", "RG d2 e2", "OV g3 g4", "RG e2 e3", "BV e4 e5",
    "BV f3 f4", "BO f4 g4", "OV f4 e5", "BY e7 e8", "RV f6 f5", "OY e5 f5", "GO d6 d5", "OY g3 f3", "GV e7 f6",
)  # fmt: skip

OPEN_CARDS = ("YB", "RV", "GO", "BY")
CARDS_TRACK = (4, 3, 5, 4, 6, 3)

GRID = {
    (-1, -1): "R4", (0, -1): "B2", (1, -1): "Y6",
    (-1, 0): "G4", (0, 0): "V5", (1, 0): "T2",
    (-1, 1): "O7", (0, 1): "RA", (1, 1): "G5",
}  # fmt: skip
LAID_CELL, LAID_CARD = (2, 0), "R3"
GROUP = ((-1, 0), (0, 0), (1, 0), (2, 0))
"""The straight that the laid card completes."""


@cache
def genial() -> Board:
    return draw_board(GENIAL_RADIUS, PRINTED, read_tiles(GENIAL_RADIUS, GENIAL_TILES))


@cache
def stacking() -> Stacks:
    stones = dict(zip(START_CELLS, STACKING_STONES, strict=True))
    return draw_stacks(STACKING_RADIUS, stones, read_tiles(STACKING_RADIUS, STACKING_TILES))


class OpenCard(NamedTuple):
    x: int
    first: str
    second: str


@cache
def open_cards() -> list[OpenCard]:
    return [OpenCard(29 * at, *card) for at, card in enumerate(OPEN_CARDS)]


class Area(NamedTuple):
    x: int
    width: int
    is_goal: bool


class Lane(NamedTuple):
    colour: str
    y: int
    marker_x: int


class Track(NamedTuple):
    """The card game's track: six lanes of eleven columns, ten units each way."""

    areas: list[Area]
    lanes: list[Lane]
    steps: list[str]
    """The middles of the columns."""


@cache
def track() -> Track:
    return Track(
        areas=[Area(10 * area.start, 10 * len(area) - 1, GOAL in area) for area in AREAS],
        lanes=[
            Lane(colour, 10 * row, 10 * at) for row, (colour, at) in enumerate(zip(COLOURS, CARDS_TRACK, strict=True))
        ],
        steps=[number(10 * column + 4.5) for column in range(LAST_COLUMN + 1)],
    )


class GridCard(NamedTuple):
    x: int
    y: int
    colour: str
    rank: str
    scores: bool
    is_new: bool


@cache
def card_grid() -> list[GridCard]:
    cards = {**GRID, LAID_CELL: LAID_CARD}
    return [
        GridCard(30 * x, 40 * y, card[0], card[1], (x, y) in GROUP, (x, y) == LAID_CELL)
        for (x, y), card in cards.items()
    ]
