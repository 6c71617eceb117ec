"""The bot that takes what it can get: the turn after which its own standing is best.

In the genial games that is the sorted track, lowest colour first; chance decides between equals.
"""

from random import Random
from typing import Any

from games.bots.bot import Actions, Bot, Budget
from games.engine.rules import Data, Prospect, Rules, State

Value = tuple[int, ...]

FOLLOWED = 8
"""How many of the best ways to earn a bonus move are played on to the turn's end."""


def best_turn(rules: Rules[Any, Any, Any], seen: Data, rng: Random, _budget: Budget | None = None) -> Actions:
    return best_from(rules, rules.imagine(seen, rng), rng)[1]


def best_from(rules: Rules[Any, Any, Any], state: State, rng: Random) -> tuple[Value, Actions]:
    """The best end of this turn, bonus moves included, and the actions that lead there."""
    prospects = list(rules.prospects(state))
    rng.shuffle(prospects)
    best = max((p for p in prospects if not p.due), key=value, default=None)
    candidates = [] if best is None else [best]
    candidates += sorted((p for p in prospects if p.due), key=value, reverse=True)[:FOLLOWED]
    return max((played_on(rules, state, p, rng) for p in candidates), key=lambda found: found[0])


def value(prospect: Prospect) -> Value:
    return prospect.value


def played_on(rules: Rules[Any, Any, Any], state: State, prospect: Prospect, rng: Random) -> tuple[Value, Actions]:
    """Where a prospect leads by the end of the turn, and the actions from it on."""
    action = rules.write(state, prospect.action)
    after = rules.apply(state, prospect.action).state
    if after.due:
        reached, rest = best_from(rules, after, rng)
        return reached, [action, *rest]
    # Nothing held shows a lowest colour where a swap is allowed, so take it.
    return prospect.value, [action, *(rules.write(after, swap) for swap in rules.legal(after))]


GREEDY = Bot(key="greedy", choose=best_turn)
