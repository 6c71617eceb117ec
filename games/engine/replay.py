"""Playing a recorded game again, turn by turn."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.engine.leaving import apply_leaving, come_back, is_about_leaving
from games.engine.record import BY, Move, Record, seal_chain
from games.engine.rules import Refusal, Rules
from games.engine.seating import rules_for, start
from games.engine.turns import Turn, play_turn, server_turn


class Flaw(Exception):
    """A record that does not hold, and the first turn that shows it; turn 0 is the deal."""

    def __init__(self, turn: int, sentence: str) -> None:
        super().__init__(f"turn {turn}: {sentence}")
        self.turn = turn


@dataclass(frozen=True, slots=True)
class Replayed:
    """A move, and the turn it stands for; before the first move there is only the deal."""

    move: Move | None
    turn: Turn[Any]


def replay(record: Record, secret: bytes) -> Iterator[Replayed]:
    """The deal and then every turn; raises `Flaw` at the first that the rules do not give."""
    try:
        rules = rules_for(record.rules, record.mode, len(record.seats))
        seating, state = start(rules, record.mode, record.options, secret, record.client_seeds)
    except Refusal as refusal:
        raise Flaw(0, str(refusal)) from refusal
    if seating != tuple(seat.joined for seat in record.seats):
        raise Flaw(0, "The secret seats the players in another order.")
    yield Replayed(None, Turn(state))
    sealed = list(seal_chain(record.commitment, record.moves))
    for n, move in enumerate(record.moves, start=1):
        try:
            turn = replay_move(rules, state, record, move)
        except Refusal as refusal:
            raise Flaw(n, str(refusal)) from refusal
        check_move(n, move, turn)
        if record.seals is not None and record.seals[n - 1 : n] != sealed[n - 1 : n]:
            raise Flaw(n, "The seal of this move is broken: it is not what was logged.")
        state = turn.state
        yield Replayed(move, turn)


def replay_move(rules: Rules[Any, Any, Any], state: Any, record: Record, move: Move) -> Turn[Any]:
    """What the rules make of a logged move."""
    if not 0 <= move.seat < state.seats:
        raise Flaw(state.n, f"There is no seat {move.seat}.")
    if len(move.actions) == 1 and is_about_leaving(move.actions[0]):
        action = move.actions[0]
        if move.by == "bot":
            raise Flaw(state.n, "No bot leaves or comes back for a player.")
        return Turn(apply_leaving(state, move.seat, action), ({"type": action["type"]},), ({},))
    if state.to_act is not None and move.seat != state.to_act:
        raise Flaw(state.n, f"It is the turn of seat {state.to_act}, not of seat {move.seat}.")
    if turn := server_turn(rules, state):
        if move.by != "server":
            raise Flaw(state.n, "No card fits, so the server passes.")
        return turn
    if move.seat in state.left and move.by == "player":  # whoever moves again has come back
        state = come_back(state, move.seat)
        return play_turn(rules, state, list(move.actions))
    if move.by == "server":
        raise Flaw(state.n, "The server has no turn to play here.")
    if move.by == "bot" and move.seat not in state.left and record.seats[move.seat].kind != "bot":
        raise Flaw(state.n, "No bot was sitting in for this player.")
    return play_turn(rules, state, list(move.actions))


def check_move(n: int, move: Move, turn: Turn[Any]) -> None:
    """Whether the move says of itself what the rules say."""
    if move.n != n:
        raise Flaw(n, f"The move is numbered {move.n}.")
    if move.by not in BY:
        raise Flaw(n, "A move is by player, bot or server.")
    if not same(move.gains, turn.gains):
        raise Flaw(n, f"The record says that it gained {list(move.gains)}, the rules say {list(turn.gains)}.")
    types = [action.get("type") for action in move.actions]
    if types != [action["type"] for action in turn.actions]:
        raise Flaw(n, f"The record's actions are {types}, but should be {[action['type'] for action in turn.actions]}.")
    for said, true in zip(move.actions, turn.actions, strict=True):
        # Only a swap may leave out what it showed: its rack is known from the deal.
        shown = said.get("shown", true.get("shown") if true["type"] == "swap" else None)
        if not same(shown, true.get("shown")):
            raise Flaw(n, f"The record shows {shown}, but {true.get('shown')} were held.")


def same(said: object, true: object) -> bool:
    """Equal as JSON: neither 1.0 nor true is 1."""
    return json.dumps(said, sort_keys=True) == json.dumps(true, sort_keys=True)
