"""Laying tiles on a hex board, and closing a turn with a refill or a swap: what the two board games share."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from games.engine.boardstate import BoardState, Placed
from games.engine.hexgrid import Cell
from games.engine.linescoring import lines_from, move_markers
from games.engine.rules import Gains, Illegal, Malformed, Prospect, _, check_turn_goes_on
from games.engine.swapping import announce_swap, may_swap
from games.engine.tiles import Place
from games.engine.tracks import COLOUR_NAMES, standing
from games.engine.tuples import put, without

S = TypeVar("S", bound=BoardState)


# --- placing ----------------------------------------------------------------------------------


def beside_opening(state: BoardState) -> set[int]:
    """The cells beside a start cell that is still to be touched."""
    board = state.grid
    return {near for cell in state.opening for near in board.neighbours[board.index[cell]]}


def touching(state: BoardState, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those pairs of cells that touch a start cell still to be touched."""
    near = beside_opening(state)
    return [(a, b) for a, b in pairs if a in near or b in near]


def still_to_touch(state: BoardState, a: int, b: int) -> tuple[Cell, ...]:
    """The start cells that are left once a tile lies on these cells; it may touch several."""
    board = state.grid
    touched = board.neighbours[a] | board.neighbours[b]
    return tuple(cell for cell in state.opening if board.index[cell] not in touched)


def check_placement(state: BoardState, action: Place) -> tuple[int, int]:
    """What holds for every placement in both games; the two cells by their index."""
    check_turn_goes_on(state, _("No placement is left in this turn."))
    board = state.grid
    for cell in action.cells:
        if cell not in board.index:
            raise Malformed(_("There is no cell [{q}, {r}] on this board."), q=cell[0], r=cell[1])
    if action.tile not in state.rack:
        first, second = (COLOUR_NAMES[colour] for colour in action.tile)
        raise Illegal(_("You have no tile with {first} and {second}."), first=first, second=second)
    a, b = board.index[action.cells[0]], board.index[action.cells[1]]
    if b not in board.neighbours[a]:
        raise Illegal(
            _("A tile needs two cells side by side: {first} and {second} are not."),
            first=board.name(action.cells[0]),
            second=board.name(action.cells[1]),
        )
    return a, b


# --- laying ------------------------------------------------------------------------------------


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
