"""Laying tiles on a hex board and scoring their lines: what the two board games share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, TypeVar

from games.engine.dealing import Chance
from games.engine.hexgrid import Cell, Grid, grid
from games.engine.rules import Data, Gains, Illegal, Malformed, Prospect, State, TurnOver, Variant, _
from games.engine.swapping import announce_swap, may_swap
from games.engine.tiles import Place
from games.engine.tracks import (
    COLOURS,
    START,
    Track,
    advance,
    pair_kinds,
    standing,
)
from games.engine.tuples import put, without

FREE = "."


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
    racks: tuple[tuple[str, ...], ...]
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


S = TypeVar("S", bound=BoardState)

# --- setting up -------------------------------------------------------------------------------


def board_of(variant: BoardVariant, seats: int) -> Grid:
    return grid(variant.radius[seats])


def bare_board(board: Grid, stones: Sequence[tuple[Cell, str]]) -> str:
    symbols = dict(stones)
    return "".join(symbols.get(cell, FREE) for cell in board.cells)


def deal_racks(
    variant: BoardVariant, seats: int, chance: Chance
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], Chance]:
    """Mix all tiles, then deal seat by seat: the racks, the bag, the chance that is left."""
    tiles, chance = chance.shuffle(pair_kinds(variant.mixed, variant.doubles[seats]))
    size = variant.rack
    racks = tuple(tiles[seat * size : (seat + 1) * size] for seat in range(seats))
    return racks, tiles[seats * size :], chance


def first_tracks(variant: BoardVariant, seats: int) -> tuple[Track, ...]:
    return (START,) * len(set(variant.side_of(seats)))


# --- placing ----------------------------------------------------------------------------------


def touches_opening(state: BoardState) -> set[int]:
    """The cells beside a start cell that is still to be touched."""
    board = state.grid
    return {near for cell in state.opening for near in board.neighbours[board.index[cell]]}


def touching(state: BoardState, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those pairs of cells that touch a start cell still to be touched."""
    near = touches_opening(state)
    return [(a, b) for a, b in pairs if a in near or b in near]


def still_to_touch(state: BoardState, a: int, b: int) -> tuple[Cell, ...]:
    """The start cells that are left once a tile lies on these cells; it may touch several."""
    board = state.grid
    touched = board.neighbours[a] | board.neighbours[b]
    return tuple(cell for cell in state.opening if board.index[cell] not in touched)


def check_placement(state: BoardState, action: Place) -> tuple[int, int]:
    """What holds for every placement in both games; the two cells by their index."""
    if not state.due:
        raise TurnOver(_("No placement is left in this turn."))
    board = state.grid
    for cell in action.cells:
        if cell not in board.index:
            raise Malformed(_("There is no cell [{q}, {r}] on this board."), q=cell[0], r=cell[1])
    if action.tile not in state.rack:
        raise Illegal(_("You have no tile {tile}."), tile=action.tile)
    a, b = board.index[action.cells[0]], board.index[action.cells[1]]
    if b not in board.neighbours[a]:
        raise Illegal(
            _("A tile needs two cells side by side: {first} and {second} are not."),
            first=board.name(action.cells[0]),
            second=board.name(action.cells[1]),
        )
    return a, b


# --- scoring ----------------------------------------------------------------------------------


def unbroken(top: str, ray: Sequence[int], colour: str) -> list[int]:
    """The line of this colour that a ray begins with."""
    line = []
    for cell in ray:
        if top[cell] != colour:
            break
        line.append(cell)
    return line


def lines_from(state: BoardState, cell: int, colour: str) -> list[list[int]]:
    """All lines of this colour that begin beside a cell."""
    top = state.top
    return [unbroken(top, ray, colour) for ray in state.grid.rays[cell] if ray and top[ray[0]] == colour]


def scoring_lines(state: BoardState, tile: str, a: int, b: int) -> Iterator[tuple[str, int, list[int]]]:
    """For each half its unbroken lines of its own colour, in every direction but towards the
    other half: the colour, the half's cell, the cells that count."""
    for colour, cell, other in ((tile[0], a, b), (tile[1], b, a)):
        for line in lines_from(state, cell, colour):
            if line[0] != other:
                yield colour, cell, line


def score(state: BoardState, tile: str, a: int, b: int) -> tuple[Gains, tuple[Data, ...]]:
    """Every symbol in a scoring line is a point in its colour."""
    gains = {tile[0]: 0, tile[1]: 0}
    why = []
    cells = state.grid.cells
    for colour, cell, line in scoring_lines(state, tile, a, b):
        gains[colour] += len(line)
        why.append({"colour": colour, "from": cells[cell], "cells": [cells[far] for far in line]})
    return gains, tuple(why)


def move_markers(variant: BoardVariant, track: Track, gains: Gains) -> tuple[Track, int]:
    """The track with the points on it, and how many bonus moves they earn."""
    moved = list(track)
    bonus = 0
    for colour, points in gains.items():
        marker = COLOURS.index(colour)
        was = track[marker]
        moved[marker] = now = advance(was, points, variant.stops)
        bonus += any(was < field <= now for field in variant.bonus_fields)
    return tuple(moved), bonus


def prospects(state: BoardState, actions: Sequence[Place]) -> Iterator[Prospect]:
    """What each placement promises. Lines and tracks recur, so each is worked out once."""
    index, variant, track = state.grid.index, state.variant, state.track
    held = len(state.rack) - 1

    @cache
    def points_beside(cell: Cell, colour: str) -> tuple[int, dict[Cell, int]]:
        lines = lines_from(state, index[cell], colour)
        return sum(map(len, lines)), {state.grid.cells[line[0]]: len(line) for line in lines}

    @cache
    def promise(tile: str, first: int, second: int) -> tuple[tuple[int, ...], int]:
        gains = {tile[0]: first, tile[1]: second} if tile[0] != tile[1] else {tile[0]: first + second}
        moved, bonus = move_markers(variant, track, gains)
        won = min(moved) == variant.stops[-1]
        return (won, *standing(moved)), 0 if won else min(state.due - 1 + bonus, held)

    for action in actions:
        tile, (a, b) = action
        all_a, first_a = points_beside(a, tile[0])
        all_b, first_b = points_beside(b, tile[1])
        value, due = promise(tile, all_a - first_a.get(b, 0), all_b - first_b.get(a, 0))
        yield Prospect(action, value, due)


def lay(state: S, action: Place, a: int, b: int, gains: Gains, *, level: int = 0) -> S:
    """Put the tile on the board and its points on the track; bonus moves become due."""
    tile = action.tile
    top = list(state.top)
    top[a], top[b] = tile[0], tile[1]
    rack = without(state.rack, tile)
    side = state.side
    track, bonus = move_markers(state.variant, state.tracks[side], gains)
    won = min(track) == state.variant.stops[-1]
    due = min(state.due - 1 + bonus, len(rack))  # a bonus move lapses when the rack is empty
    return replace(
        state,
        top="".join(top),
        placed=(*state.placed, Placed(state.n, state.seat, tile, action.cells, level)),
        racks=put(state.racks, state.seat, rack),
        tracks=put(state.tracks, side, track),
        due=0 if won else due,
        ended_by="instant" if won else None,
        winner=side if won else None,
    )


# --- closing a turn ---------------------------------------------------------------------------


def can_swap(state: BoardState) -> bool:
    return state.variant.swaps and may_swap(state, state.rack, state.track)


def swap(state: S) -> S:
    if not state.variant.swaps:
        raise Illegal(_("There is no swapping here."))
    return announce_swap(
        state,
        state.rack,
        state.track,
        _("You still hold a tile with {colour}, your lowest colour, so you may not swap."),
    )


def refill_or_swap(state: S) -> S:
    """Fill the rack up, or, after a swap, draw a new one and mix the old tiles into the bag."""
    size = state.variant.rack
    if state.swapping:
        bag, chance = state.chance.shuffle(state.bag[size:] + state.rack)
        racks = put(state.racks, state.seat, state.bag[:size])
        return replace(state, racks=racks, bag=bag, chance=chance, swapping=False)
    short = size - len(state.rack)
    racks = put(state.racks, state.seat, state.rack + state.bag[:short])
    return replace(state, racks=racks, bag=state.bag[short:])


def no_forced_action(state: BoardState) -> None:
    """In the board games a player can always act, or the game is over."""


# --- comparing --------------------------------------------------------------------------------


def standings(state: BoardState) -> list[tuple[int, ...]]:
    return [standing(track) for track in state.tracks]


def score_data(state: BoardState) -> Data:
    return {"tracks": [list(state.tracks[side]) for side in state.sides]}
