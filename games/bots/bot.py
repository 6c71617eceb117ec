"""What a bot is: a view goes in, a whole turn comes out."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from games.engine.rules import Data, Rules

Actions = list[Data]
"""Actions as a client would send them."""

Skill = Literal["gentle", "steady", "sharp", "strong"]
"""How well a search plays, weakest first."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about a turn; whatever is used up first ends it, and None sets no limit."""

    nodes: int | None = None
    """Positions or playouts that it may look at. With nodes alone the same view and generator give the same turn."""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn that a search looked at."""

    actions: Actions
    worth: float
    """What it may expect from it, from 0 (a certain loss) to 1 (a certain win); solo: the lowest colour reached."""
    nodes: int
    """How much of the budget went into it."""


class Choose(Protocol):
    def __call__(
        self, rules: Rules[Any, Any, Any], seen: Data, rng: Random, budget: Budget | None = None, /
    ) -> Actions: ...


def no_budget(_rules: Rules[Any, Any, Any]) -> Budget:
    """Of bots that don't search."""
    return Budget()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    key: str
    choose: Choose
    """The turn to play in this view; without a budget it thinks by the nodes of its own, and by no clock."""
    budget: Callable[[Rules[Any, Any, Any]], Budget] = no_budget
    """What it gets at the table: the nodes that make its strength, and the seconds that nobody waits beyond."""

    @property
    def client_seed(self) -> str:
        return self.key
