"""Bots against bots without the site: the same seed gives the same records."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from games.bots.bot import Bot
from games.engine.dealing import commitment
from games.engine.outcome import outcome
from games.engine.record import Move, Record, Seat
from games.engine.rules import Rules
from games.engine.seating import start
from games.engine.turns import play_turn, server_turn

BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
"""Simulated games have no clock: each turn takes a minute."""


def simulate(rules: Rules[Any, Any, Any], mode: str, bots: Sequence[Bot], seed: str, number: int) -> Record:
    """Play one game; bots come in order of joining and are seated by the deal."""
    name = f"{rules.key} {mode} {seed} {number}"
    secret = hashlib.sha256(f"secret {name}".encode()).digest()
    rng = Random(f"bots {name}")
    options = {"order": "random"}
    seating, state = start(rules, mode, options, secret, [bot.client_seed for bot in bots])
    moves: list[Move] = []
    while not state.ended_by:
        seat = state.seat
        turn = server_turn(rules, state)
        by = "server" if turn else "player"
        if turn is None:
            actions = bots[seating[seat]].choose(rules, rules.view(state, seat), rng)
            turn = play_turn(rules, state, actions)
        at = BEGINNING + timedelta(minutes=state.n)
        moves.append(
            Move(
                n=state.n,
                seat=seat,
                by=by,
                at=at.strftime("%Y-%m-%dT%H:%M:%SZ"),
                actions=turn.actions,
                gains=turn.gains,
            )
        )
        state = turn.state
    result = outcome(rules, state)
    return Record(
        id=f"{seed}-{number}",
        rules=rules.key,
        mode=mode,
        options=options,
        commitment=commitment(secret),
        secret=secret.hex(),
        seats=[seat_of(seat, joined, bots[joined]) for seat, joined in enumerate(seating)],
        moves=moves,
        result=result.data() if result else None,
    )


def seat_of(seat: int, joined: int, bot: Bot) -> Seat:
    return Seat(
        seat=seat,
        joined=joined,
        name=f"{bot.key.capitalize()} bot",
        kind="bot",
        bot=bot.key,
        client_seed=bot.client_seed,
    )
