"""Tables to test at: every rules × variant × number of seats, and games played at them."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.outcome import Outcome, outcome
from games.engine.registry import RULES
from games.engine.rules import Rules
from games.engine.seating import start

TABLES = [
    (rules, mode, seats)
    for rules in RULES.values()
    for mode, variant in rules.variants.items()
    for seats in variant.seats
]
NAMES = [f"{rules.key}-{mode}-{seats}" for rules, mode, seats in TABLES]

at_every_table = pytest.mark.parametrize(("rules", "mode", "seats"), TABLES, ids=NAMES)

AnyRules = Rules[Any, Any, Any]


def deal(rules: AnyRules, mode: str, seats: int, seed: object = 0) -> Any:
    """The first state of a game that this seed deals."""
    secret = random.Random(f"secret {seed}").randbytes(32)
    return start(rules, mode, {"order": "fixed"}, secret, [f"seed{seat}" for seat in range(seats)])[1]


def result(rules: AnyRules, state: Any) -> Outcome:
    found = outcome(rules, state)
    assert found
    return found


def random_actions(rules: AnyRules, state: Any, rng: random.Random) -> Iterator[Any]:
    """The states after each action of a random turn, not yet closed."""
    if (forced := rules.forced(state)) is not None:
        yield rules.apply(state, forced).state
        return
    while state.due:
        actions = rules.legal(state)
        state = rules.apply(state, actions[rng.randrange(len(actions))]).state
        yield state
    for swap in rules.legal(state):
        if rng.random() < 0.8:
            yield rules.apply(state, swap).state


def states_of(rules: AnyRules, mode: str, seats: int, seed: object) -> Iterator[Any]:
    """Every state of a random game, those within turns included."""
    rng = random.Random(f"play {seed}")
    state = deal(rules, mode, seats, seed)
    yield state
    while not state.ended_by:
        for within in random_actions(rules, state, rng):
            state = within
            yield state
        state = rules.close(state)
        yield state


def turn_starts(rules: AnyRules, mode: str, seats: int, seed: object) -> Iterator[Any]:
    """The states in which somebody is about to choose a turn."""
    return (
        state
        for state in states_of(rules, mode, seats, seed)
        if not state.ended_by and state.due == 1 and not forced_or_midway(rules, state)
    )


def forced_or_midway(rules: AnyRules, state: Any) -> bool:
    placed = getattr(state, "placed", ())
    return rules.forced(state) is not None or bool(placed and placed[-1].n == state.n)
