"""Turns that are being thought out: nothing of them is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.rules import Data, Gains, Refusal, Rules
from games.engine.turns import draft
from games.models.game import Reader
from games.services.table import Table


def legal_actions(table: Table, reader: Reader, actions: object) -> dict[str, Any]:
    """What may come next in the reader's turn, after the actions drafted so far; nothing if it is not their turn."""
    player = table.seated(reader)
    if table.game.to_move is None or table.game.to_move != player.seat:
        return {"actions": [], "complete": False}
    rules = table.game.rules
    turn = draft(rules, table.state, actions)
    return {
        "actions": [rules.write(turn.state, action) for action in rules.legal(turn.state)],
        "complete": bool(turn.actions) and not turn.state.due,
    }


def preview(table: Table, reader: Reader, actions: object) -> dict[str, Any]:
    """What the reader's draft would bring. Nothing is drawn and nothing is stored."""
    player = table.seated(reader)
    table.check_turn(player)
    rules = table.game.rules
    turn = draft(rules, table.state, actions)
    seen = rules.view(turn.state, player.seat)
    return {
        "gains": list(turn.gains),
        "why": [list(reasons) for reasons in turn.why],
        **{key: seen[key] for key in ("tracks", "scores") if key in seen},
        "due": turn.state.due,
        "complete": bool(turn.actions) and not turn.state.due,
        "ended_by": turn.state.ended_by,
        "view": seen,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A turn as far as its player has thought it out. Nothing is drawn, so all of it may be shown to them."""

    view: Data
    actions: Sequence[Data]
    """As the log would show them, each with its gains and where they came from."""
    gains: Sequence[Gains]
    why: Sequence[Sequence[Data]]
    legal: Sequence[Any]
    """The actions of the engine that may come next."""
    due: int
    complete: bool
    swap_refusal: Refusal | None
    """Why there can be no swap now; None where there can."""


def drafted(table: Table, reader: Reader, actions: list[Data]) -> Drafted:
    """The reader's own turn after these actions, or a refusal."""
    player = table.seated(reader)
    table.check_turn(player)
    rules = table.game.rules
    turn = draft(rules, table.state, actions)
    return Drafted(
        view=rules.view(turn.state, player.seat),
        actions=turn.actions,
        gains=turn.gains,
        why=turn.why,
        legal=rules.legal(turn.state),
        due=turn.state.due,
        complete=bool(turn.actions) and not turn.state.due,
        swap_refusal=swap_refusal(rules, turn.state),
    )


def swap_refusal(rules: Rules[Any, Any, Any], state: Any) -> Refusal | None:
    try:
        rules.apply(state, rules.read({"type": "swap"}))
    except Refusal as refusal:
        return refusal
    return None
