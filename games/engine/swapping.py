"""Swapping all that one holds at the end of a turn, as the three genial games allow."""

from dataclasses import replace
from typing import NamedTuple, TypeVar

from games.engine.rules import GameOver, Illegal, State, TurnOver, _
from games.engine.tracks import COLOUR_NAMES, Track, held_lowest


class Swap(NamedTuple):
    """Show what is held and draw anew instead of refilling."""


SWAP = Swap()

S = TypeVar("S", bound=State)


def may_swap(state: State, held: tuple[str, ...], track: Track) -> bool:
    """Once a turn, after all placements, if nothing held shows a lowest colour."""
    return not (state.due or state.swapping or state.ended_by or held_lowest(held, track))


def announce_swap(state: S, held: tuple[str, ...], track: Track, still_held: str) -> S:
    """Decide on a swap; what is new is drawn when the turn is closed."""
    if state.ended_by:
        raise GameOver(_("This game is over."))
    if state.due:
        raise Illegal(_("A swap comes at the end of a turn, after everything else."))
    if state.swapping:
        raise TurnOver(_("You can swap once a turn."))
    if colour := held_lowest(held, track):
        raise Illegal(still_held, colour=COLOUR_NAMES[colour])
    return replace(state, swapping=True)
