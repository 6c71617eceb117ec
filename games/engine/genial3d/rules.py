"""Einfach Genial 3D: the board game on a smaller board, where tiles may be stacked."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.engine import boardview
from games.engine.boardstate import deal_racks, first_tracks, score_data, standings
from games.engine.dealing import Chance
from games.engine.genial3d.state import StackingState, restored
from games.engine.genial3d.variants import START_CELLS, VARIANTS, StackingVariant
from games.engine.laying import (
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
from games.engine.tracks import COLOURS
from games.engine.tuples import put


def setup(variant: StackingVariant, seats: int, chance: Chance) -> StackingState:
    colours, chance = chance.shuffle(COLOURS)
    racks, bag, chance = deal_racks(variant, seats, chance)
    return restored(
        {
            "variant": variant,
            "seats": seats,
            "chance": chance,
            "stones": tuple(zip(START_CELLS, colours, strict=True)),
            "placed": (),
            "racks": racks,
            "bag": bag,
            "tracks": first_tracks(variant, seats),
            "opening": START_CELLS,
        }
    )


def level_pairs(state: StackingState) -> list[tuple[int, int]]:
    """Adjacent cells of equal height, not covered by the two halves of one tile."""
    heights, owners = state.heights, state.owners
    return [(a, b) for a, b in state.grid.pairs if heights[a] == heights[b] and owners[a] != owners[b]]


def open_pairs(state: StackingState) -> list[tuple[int, int]]:
    """Where a tile may lie now: beside an untouched start stone as long as that is possible."""
    pairs = level_pairs(state)
    return (state.opening and touching(state, pairs)) or pairs


def placements(state: StackingState) -> Sequence[Place]:
    return Placements(state.grid, state.rack, open_pairs(state))


def legal(state: StackingState) -> Sequence[Action]:
    if state.ended_by:
        return ()
    if not state.due:
        return (SWAP,) if can_swap(state) and not in_final_round(state) else ()
    return placements(state)


def apply(state: StackingState, action: Action) -> Step[StackingState]:
    if isinstance(action, Swap):
        if in_final_round(state):
            raise Illegal(_("In the final round nothing is drawn or swapped."))
        return Step(swap(state), {})
    return place(state, action)


def in_final_round(state: StackingState) -> bool:
    return state.turns_left is not None


def place(state: StackingState, action: Place) -> Step[StackingState]:
    """Lay the tile, score it on the view from above, and see whether the game is over."""
    a, b = check_placement(state, action)
    check_level(state, action, a, b)
    check_opening(state, a, b)
    gains, why = score(state, action.tile, a, b)
    level = state.heights[a]
    piece = len(state.placed)
    state = lay(state, action, a, b, gains, level=level)
    state = replace(
        state,
        heights=put(put(state.heights, a, level + 1), b, level + 1),
        owners=put(put(state.owners, a, piece), b, piece),
        opening=still_to_touch(state, a, b),
    )
    return Step(end_if_blocked(state) if state.due else state, gains, why)


def check_level(state: StackingState, action: Place, a: int, b: int) -> None:
    if state.heights[a] != state.heights[b]:
        raise Illegal(
            _("Both cells must be equally high: {first} is at {first_height}, {second} at {second_height}."),
            first=state.grid.name(action.cells[0]),
            first_height=state.heights[a],
            second=state.grid.name(action.cells[1]),
            second_height=state.heights[b],
        )
    if state.owners[a] == state.owners[b]:
        raise Illegal(_("A tile may not lie exactly on another: lay it across two."))


def check_opening(state: StackingState, a: int, b: int) -> None:
    if state.opening and (min(a, b), max(a, b)) not in open_pairs(state):
        raise Illegal(_("Your tile must touch a start stone that no tile has touched yet."))


def end_if_blocked(state: StackingState) -> StackingState:
    """A placement is due: without room for it the game ends at once."""
    if state.ended_by or level_pairs(state):
        return state
    return replace(state, ended_by="blocked", due=0)


def close(state: StackingState) -> StackingState:
    """Refill or swap, see whether the end is near, and hand on to the next player."""
    n = state.n + 1
    if state.ended_by:
        return replace(state, n=n)
    if state.turns_left is None:
        state = call_final_round(refill_or_swap(state))
    else:
        state = count_down(state, state.turns_left - 1)
    if state.ended_by:
        return replace(state, n=n)
    return end_if_blocked(replace(state, n=n, seat=state.next_seat, due=1))


def count_down(state: StackingState, left: int) -> StackingState:
    return replace(state, turns_left=left, ended_by=None if left else "tiles")


def call_final_round(state: StackingState) -> StackingState:
    """Once the bag cannot fill a rack everybody has one more turn; alone, play until the tiles
    are gone."""
    if not state.variant.final_round:
        return state if state.rack else replace(state, ended_by="tiles")
    if len(state.bag) < state.variant.rack:
        return replace(state, turns_left=state.seats)
    return state


def view(state: StackingState, seat: int | None) -> Data:
    return {
        **boardview.view(state, seat),
        "final_round": in_final_round(state),
        "turns_left": state.turns_left,
    }


def imagine(seen: Data, rng: Random) -> StackingState:
    fields = boardview.imagined_fields(seen, VARIANTS, rng)
    return restored({**fields, "turns_left": seen["turns_left"]})


def pack(state: StackingState) -> Data:
    return {**boardview.pack(state), "turns_left": state.turns_left}


def unpack(common: Data, data: Data) -> StackingState:
    fields = boardview.unpacked_fields(data)
    return restored({**common, **fields, "turns_left": data["turns_left"]})


RULES: Rules[StackingVariant, StackingState, Action] = Rules(
    key="genial-3d",
    title="Einfach Genial 3D",
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
    view=view,
    imagine=imagine,
    read=read_action,
    write=lambda state, action: write_action(action, state.rack),
    pack=pack,
    unpack=unpack,
)
