"""The bot that plays any legal turn."""

from random import Random
from typing import Any

from games.bots.bot import Actions, Bot, Budget
from games.engine.rules import Data, Rules


def any_turn(rules: Rules[Any, Any, Any], seen: Data, rng: Random, _budget: Budget | None = None) -> Actions:
    state = rules.imagine(seen, rng)
    turn = []
    while state.due:
        actions = rules.legal(state)
        action = actions[rng.randrange(len(actions))]
        turn.append(rules.write(state, action))
        state = rules.apply(state, action).state
    swaps = [rules.write(state, swap) for swap in rules.legal(state)]
    return turn + swaps if rng.random() < 0.5 else turn


RANDOM = Bot(key="random", choose=any_turn)
