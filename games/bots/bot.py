"""What a bot is: a view goes in, a whole turn comes out."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.rules import Data, Rules

Actions = list[Data]
"""Actions as a client would send them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    key: str
    choose: Callable[[Rules[Any, Any, Any], Data, Random], Actions]
    """The turn to play in this view. The same view and generator give the same turn."""

    @property
    def client_seed(self) -> str:
        return self.key
