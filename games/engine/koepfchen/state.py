from dataclasses import dataclass

from games.engine.koepfchen.scoring import Layout
from games.engine.koepfchen.variants import GridVariant
from games.engine.rules import State


@dataclass(frozen=True, slots=True, kw_only=True)
class GridState(State):
    variant: GridVariant
    grid: Layout
    """In order of laying."""
    hands: tuple[tuple[str, ...], ...]
    """In order of drawing."""
    shown: tuple[tuple[str, ...], ...]
    """Cards of each hand that everybody knows since their player had to pass."""
    pile: tuple[str, ...]
    scores: tuple[int, ...]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[self.seat]
