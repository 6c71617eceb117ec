"""Leaving a game and coming back: turns of their own, whatever the rules."""

from dataclasses import replace
from typing import TypeVar

from games.engine.rules import Data, GameOver, Illegal, Malformed, State, _

S = TypeVar("S", bound=State)

ENDINGS = {"resign": "resigned", "timeout": "timeout"}
"""How a game ends when it ends by somebody's leaving."""
RETURN = "return"


def is_about_leaving(action: Data) -> bool:
    return action.get("type") in (*ENDINGS, RETURN)


def apply_leaving(state: S, seat: int, action: Data) -> S:
    """Log that a player resigned, ran out of time or came back."""
    if state.ended_by:
        raise GameOver(_("This game is over."))
    if not 0 <= seat < state.seats:
        raise Malformed(_("There is no seat {seat}."), seat=seat)
    changed = come_back(state, seat) if action["type"] == RETURN else leave(state, seat, how=action["type"])
    return replace(changed, n=state.n + 1)


def leave(state: S, seat: int, how: str) -> S:
    """Between two sides the other one wins, and alone the game just ends. With three or four
    players a bot sits in, the game goes on and the leaver is ranked last."""
    if seat in state.resigned or (how == "timeout" and seat in state.left):
        raise Illegal(_("This player has left already."))
    if how == "timeout" and seat != state.seat:
        raise Illegal(_("This player cannot run out of time: it is not their turn."))
    sides = state.sides
    state = replace(
        state,
        left=tuple(sorted({*state.left, seat})),
        resigned=(*state.resigned, seat) if how == "resign" else state.resigned,
    )
    if len(set(sides)) > 2:
        return state
    winner = 1 - sides[seat] if len(set(sides)) == 2 else None
    return replace(state, ended_by=ENDINGS[how], winner=winner, due=0)


def come_back(state: S, seat: int) -> S:
    """Take the seat back after a time-out; it is then ranked by its result."""
    if seat in state.resigned:
        raise Illegal(_("Who has resigned cannot come back."))
    if seat not in state.left:
        raise Illegal(_("This player has not left."))
    return replace(state, left=tuple(other for other in state.left if other != seat))
