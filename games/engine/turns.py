"""Whole turns: a list of actions is played or refused as one."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.engine.rules import Data, Gains, GameOver, Malformed, Rules, State, TurnIncomplete, TurnOver, _

S = TypeVar("S", bound=State)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Turn(Generic[S]):
    """Actions in the order they were played, and where they led."""

    state: S
    actions: tuple[Data, ...] = ()
    """As the log shows them."""
    gains: tuple[Gains, ...] = ()
    why: tuple[tuple[Data, ...], ...] = ()

    def then(self, rules: Rules[Any, S, A], action: A) -> "Turn[S]":
        step = rules.apply(self.state, action)
        return Turn(
            step.state,
            (*self.actions, rules.write(self.state, action)),
            (*self.gains, step.gains),
            (*self.why, step.why),
        )


def draft(rules: Rules[Any, S, Any], state: S, actions: object) -> Turn[S]:
    """A turn as far as the actions go. Nothing is drawn, so its player may see all of it."""
    if not isinstance(actions, list):
        raise Malformed(_("A turn is a list of actions."))
    if state.ended_by:
        raise GameOver(_("This game is over."))
    turn = Turn(state)
    for data in actions:
        if turn.state.ended_by:
            raise TurnOver(_("The game ended before the last of these actions."))
        turn = turn.then(rules, rules.read(data))
    return turn


def play_turn(rules: Rules[Any, S, Any], state: S, actions: object) -> Turn[S]:
    """A whole turn from its first action to the refill, or a refusal."""
    turn = draft(rules, state, actions)
    if not turn.actions:
        raise TurnIncomplete(_("A turn needs at least one action."))
    if turn.state.due:
        one, several = rules.bonus_left
        raise TurnIncomplete(one if turn.state.due == 1 else several, count=turn.state.due)
    return closed(rules, turn)


def server_turn(rules: Rules[Any, S, Any], state: S) -> Turn[S] | None:
    """The turn that the server must play in place of the player to act, if any."""
    action = rules.forced(state)
    return None if action is None else closed(rules, Turn(state).then(rules, action))


def closed(rules: Rules[Any, S, Any], turn: Turn[S]) -> Turn[S]:
    return Turn(rules.close(turn.state), turn.actions, turn.gains, turn.why)
