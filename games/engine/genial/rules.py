"""Einfach Genial, the board game: place a tile, score its lines, play bonus moves, refill or swap.

Your lowest colour is your score.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.engine import boardview
from games.engine.boardstate import (
    EMPTY,
    BoardState,
    BoardVariant,
    bare_board,
    board_of,
    deal_racks,
    first_tracks,
    score_data,
    standings,
)
from games.engine.dealing import Chance
from games.engine.genial.variants import PRINTED, VARIANTS
from games.engine.hexgrid import Cell
from games.engine.laying import (
    beside_opening,
    can_swap,
    check_placement,
    lay,
    prospects,
    refill_or_swap,
    still_to_touch,
    swap,
    touching,
)
from games.engine.linescoring import score
from games.engine.rules import Data, Illegal, Rules, Step, _, nothing_forced
from games.engine.swapping import SWAP, Swap
from games.engine.tiles import BONUS_LEFT, Action, Place, Placements, read_action, write_action


def setup(variant: BoardVariant, seats: int, chance: Chance) -> BoardState:
    racks, bag, chance = deal_racks(variant, seats, chance)
    board = board_of(variant, seats)
    return BoardState(
        variant=variant,
        seats=seats,
        chance=chance,
        grid=board,
        stones=PRINTED,
        top=bare_board(board, PRINTED),
        racks=racks,
        bag=bag,
        tracks=first_tracks(variant, seats),
        opening=tuple(cell for cell, _colour in PRINTED),
    )


def free_pairs(state: BoardState) -> list[tuple[int, int]]:
    top = state.top
    return [pair for pair in state.grid.pairs if top[pair[0]] == EMPTY == top[pair[1]]]


def has_room(state: BoardState) -> bool:
    top = state.top
    return any(top[a] == EMPTY == top[b] for a, b in state.grid.pairs)


def placements(state: BoardState) -> Sequence[Place]:
    pairs = free_pairs(state)
    return Placements(state.grid, state.rack, touching(state, pairs) if state.opening else pairs)


def legal(state: BoardState) -> Sequence[Action]:
    if state.ended_by:
        return ()
    if not state.due:
        return (SWAP,) if can_swap(state) else ()
    return placements(state)


def apply(state: BoardState, action: Action) -> Step[BoardState]:
    if isinstance(action, Swap):
        return Step(swap(state), {})
    return place(state, action)


def place(state: BoardState, action: Place) -> Step[BoardState]:
    """Lay the tile, score its two halves, and see whether the game is over."""
    a, b = check_placement(state, action)
    check_free(state, action)
    check_opening(state, a, b)
    gains, why = score(state, action.tile, a, b)
    state = lay(state, action, a, b, gains)
    if state.opening:
        state = replace(state, opening=opening_left(state, a, b))
    if not state.ended_by and not has_room(state):
        state = replace(state, ended_by="blocked", due=0)
    return Step(state, gains, why)


def check_free(state: BoardState, action: Place) -> None:
    board = state.grid
    for cell in action.cells:
        if state.top[board.index[cell]] == EMPTY:
            continue
        if any(cell == printed for printed, _colour in state.stones):
            raise Illegal(_("{cell} is printed on the board and is never covered."), cell=board.name(cell))
        raise Illegal(_("That cell is taken: {cell}."), cell=board.name(cell))


def check_opening(state: BoardState, a: int, b: int) -> None:
    """In the first round everybody starts beside a printed symbol of their own."""
    if state.opening and not beside_opening(state) & {a, b}:
        raise Illegal(_("Your first tile must touch a printed symbol that no first tile has touched yet."))


def opening_left(state: BoardState, a: int, b: int) -> tuple[Cell, ...]:
    """Once everybody has laid a first tile the opening is over."""
    return () if len(state.placed) == state.seats else still_to_touch(state, a, b)


def close(state: BoardState) -> BoardState:
    """Refill or swap, and hand on to the next player."""
    n = state.n + 1
    if state.ended_by:
        return replace(state, n=n)
    state = refill_or_swap(state)
    return replace(state, n=n, seat=state.next_seat, due=1)


def restored(fields: Data) -> BoardState:
    """A state from its stored fields; the board is drawn from what lies on it."""
    board = board_of(fields["variant"], fields["seats"])
    top = list(bare_board(board, fields["stones"]))
    for placed in fields["placed"]:
        for cell, symbol in zip(placed.cells, placed.tile, strict=True):
            top[board.index[cell]] = symbol
    return BoardState(grid=board, top="".join(top), **fields)


def imagine(seen: Data, rng: Random) -> BoardState:
    return restored(boardview.imagined_fields(seen, VARIANTS, rng))


RULES: Rules[BoardVariant, BoardState, Action] = Rules(
    key="genial",
    title="Einfach Genial",
    bonus_left=BONUS_LEFT,
    variants=VARIANTS,
    setup=setup,
    legal=legal,
    apply=apply,
    prospects=lambda state: prospects(state, placements(state) if state.due else ()),
    close=close,
    forced=nothing_forced,
    standings=standings,
    score_data=score_data,
    view=boardview.view,
    imagine=imagine,
    read=read_action,
    write=lambda state, action: write_action(action, state.rack),
    pack=boardview.pack,
    unpack=lambda common, data: restored({**common, **boardview.unpacked_fields(data)}),
)
