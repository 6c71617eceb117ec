"""The bot that takes what it can get: the turn after which its own standing is best.

In the genial games that is the sorted track, lowest colour first; chance decides between equals.
"""

from random import Random
from typing import Any

from games.bots.bot import Bot, Turn
from games.engine.rules import Data, Rules, State

Value = tuple[int, ...]


def best_turn(rules: Rules[Any, Any, Any], seen: Data, rng: Random) -> Turn:
    return best_from(rules, rules.imagine(seen, rng), rng)[1]


def best_from(rules: Rules[Any, Any, Any], state: State, rng: Random) -> tuple[Value, Turn]:
    """The best end of this turn, bonus moves included, and the actions that lead there."""
    if not state.due:
        # Nothing held shows a lowest colour where a swap is allowed, so take it.
        swaps = [rules.write(state, swap) for swap in rules.legal(state)]
        return value(rules, state), swaps
    best: Value = ()
    equals: list[Turn] = []
    for action in rules.legal(state):
        after = rules.apply(state, action).state
        reached, rest = best_from(rules, after, rng)
        if reached > best:
            best, equals = reached, []
        if reached == best:
            equals.append([rules.write(state, action), *rest])
    return best, rng.choice(equals)


def value(rules: Rules[Any, Any, Any], state: State) -> Value:
    """Winning at once is better than any standing."""
    won = state.winner == state.side
    return (won, *rules.standings(state)[state.side])


GREEDY = Bot(key="greedy", choose=best_turn)
