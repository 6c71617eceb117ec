"""The bots that people meet: one search for each of the rules, at four strengths.

Searches are compiled, which takes memory and seconds: they are loaded by name when a bot first thinks, so that the
web processes, which only name bots, never load them.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from games.bots.bot import Actions, Bot, Budget, Choice, Skill
from games.engine.rules import Data, Rules

SEARCHES = {"genial": "genial", "genial-3d": "genial3d", "genial-cards": "cards", "koepfchen": "koepfchen"}
"""The module of `games.bots.search` that searches for each of the rules."""

SECONDS: Mapping[Skill, float] = {"gentle": 0.5, "steady": 0.5, "sharp": 1.0, "strong": 1.0}
"""Nobody waits longer than this, however slow the machine."""


class Search(Protocol):
    """What a module of `games.bots.search` offers."""

    NODES: Mapping[Skill, int]
    """The nodes that make each strength."""

    def rank(
        self,
        rules: Rules[Any, Any, Any],
        seen: Data,
        rng: Random,
        budget: Budget,
        skill: Skill,
        also: Sequence[Actions] = (),
    ) -> Sequence[Choice]:
        """The turns worth a thought, best first, as this skill sees them. Never empty.

        The turns in `also` are weighed beside the best candidates to the end of the budget, whatever was pruned, and
        are among the answers with the very actions given: reviews ask what the turn that was played was worth.
        """

    def warm(self) -> None:
        """Have everything compiled, so that the first turn is as quick as the next ones."""


def search_for(key: str) -> Search:
    return cast(Search, import_module(f"games.bots.search.{SEARCHES[key]}"))


def strength(skill: Skill) -> Bot:
    def budget(rules: Rules[Any, Any, Any]) -> Budget:
        return Budget(search_for(rules.key).NODES[skill], SECONDS[skill])

    def choose(rules: Rules[Any, Any, Any], seen: Data, rng: Random, given: Budget | None = None) -> Actions:
        search = search_for(rules.key)
        return search.rank(rules, seen, rng, given or Budget(search.NODES[skill]), skill)[0].actions

    return Bot(key=skill, choose=choose, budget=budget)


GENTLE, STEADY, SHARP, STRONG = map(strength, SECONDS)
