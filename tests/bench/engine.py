"""How fast the plain rules are."""

import itertools
import random
from collections.abc import Iterator

from games.bots.registry import BOTS
from games.bots.simulation import simulate
from games.engine import states
from games.engine.registry import RULES
from tests.bench.measuring import Figure, time_of
from tests.engine.tables import AnyRules, deal, turn_starts


def random_game(rules: AnyRules, mode: str, seats: int, number: int) -> None:
    """A full game through the public functions: setup, legal, apply, close."""
    rng = random.Random(number)
    state = deal(rules, mode, seats, number)
    while not state.ended_by:
        if (forced := rules.forced(state)) is not None:
            state = rules.apply(state, forced).state
        while state.due:
            actions = rules.legal(state)
            state = rules.apply(state, actions[rng.randrange(len(actions))]).state
        state = rules.close(state)


def figures() -> Iterator[Figure]:
    for key, mode, seats in [
        ("genial", "free", 2),
        ("genial", "free", 4),
        ("genial", "team", 4),
        ("genial", "solo", 1),
        ("genial-3d", "free", 2),
        ("genial-cards", "free", 2),
        ("koepfchen", "free", 2),
    ]:
        numbers = itertools.count()
        seconds = time_of(lambda k=key, m=mode, s=seats, n=numbers: random_game(RULES[k], m, s, next(n)))  # type: ignore[misc]
        yield Figure(f"random game, {key} {mode}, {seats} seats", seconds)
    genial = RULES["genial"]
    starts = list(turn_starts(genial, "free", 2, "bench"))
    middle = starts[len(starts) // 2]
    count = len(genial.legal(middle))
    yield Figure(f"legal placements mid-game, all {count} listed", time_of(lambda: list(genial.legal(middle))))
    yield Figure(f"prospects of those {count}", time_of(lambda: list(genial.prospects(middle))))
    action = genial.legal(middle)[0]
    yield Figure("apply one placement", time_of(lambda: genial.apply(middle, action)))
    yield Figure("view of a seat", time_of(lambda: genial.view(middle, 0)))
    stored = states.dump(genial, middle)
    yield Figure(f"dump a state ({len(stored)} bytes)", time_of(lambda: states.dump(genial, middle)))
    yield Figure("load a state", time_of(lambda: states.load(stored)))
    yield Figure("greedy against greedy", time_of(lambda: simulate(genial, "free", [BOTS["greedy"]] * 2, "bench", 1)))
