from dataclasses import dataclass

from games.engine.cards.variants import CardsVariant
from games.engine.rules import State
from games.engine.tracks import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsState(State):
    variant: CardsVariant
    hands: tuple[tuple[str, ...], ...]
    """In order of drawing."""
    open: tuple[tuple[str, ...], ...]
    """The cards before each player, the oldest first."""
    pile: tuple[str, ...]
    discard: tuple[str, ...]
    """In order of discarding."""
    tracks: tuple[Track, ...]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[self.seat]

    @property
    def track(self) -> Track:
        return self.tracks[self.seat]
