"""How many ways a small position can go on: a fingerprint of the rules.

`python -m tests.engine.perft` writes the golden file anew; do that only when a rule has changed.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.engine.tables import NAMES, TABLES, AnyRules, turn_starts

GOLDEN = Path(__file__).parent.parent / "golden" / "perft.json"
DEEPEST = 4
MANY = 110
"""A position is looked at more deeply as long as it has no more ways than these."""
HELD = 2
"""Positions are kept small by leaving each player so many tiles or cards."""


def small_positions(rules: AnyRules, mode: str, seats: int) -> dict[str, Any]:
    """An early, a middle and a late position of one random game."""
    starts = list(turn_starts(rules, mode, seats, "perft"))
    return {
        "early": trimmed(starts[1]),
        "middle": trimmed(starts[len(starts) // 2]),
        "late": trimmed(starts[-3]),
    }


def trimmed(state: Any) -> Any:
    if hasattr(state, "racks"):
        return replace(state, racks=tuple(rack[: max(1, HELD - (len(state.placed) > 0))] for rack in state.racks))
    return replace(state, hands=tuple(hand[:HELD] for hand in state.hands))


def perft(rules: AnyRules, state: Any, turns: int) -> tuple[int, int]:
    """How many ways there are to play so many turns, and how many points they gain in all."""
    if state.ended_by or not turns:
        return 1, 0
    if rules.forced(state) is not None:
        return perft(rules, rules.close(rules.apply(state, rules.forced(state)).state), turns - 1)
    ways, points = (0, 0) if state.due else perft(rules, rules.close(state), turns - 1)
    for action in rules.legal(state):
        step = rules.apply(state, action)
        further, gained = perft(rules, step.state, turns)
        ways += further
        points += gained + sum(step.gains.values()) * further
    return ways, points


def deepening(rules: AnyRules, state: Any) -> list[list[int]]:
    """The counts for one turn, two turns and so on."""
    found: list[list[int]] = []
    while len(found) < DEEPEST and (not found or found[-1][0] <= MANY):
        found.append(list(perft(rules, state, len(found) + 1)))
    return found


def counts(rules: AnyRules, mode: str, seats: int) -> dict[str, list[list[int]]]:
    positions = small_positions(rules, mode, seats)
    return {when: deepening(rules, state) for when, state in positions.items()}


if __name__ == "__main__":
    golden = {name: counts(*table) for name, table in zip(NAMES, TABLES, strict=True)}
    lines = (f" {json.dumps(name)}: {json.dumps(found)}" for name, found in golden.items())
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
