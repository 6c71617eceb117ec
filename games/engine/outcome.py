"""How a game ended: places, shared where the standings are equal to the last."""

from dataclasses import dataclass
from typing import Any

from games.engine.rules import Data, Rules, State, shared_places


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    ended_by: str
    places: tuple[int, ...]
    """By seat; the seats of a team repeat its own."""
    scores: Data
    """The tracks, points or scores by seat, as the record names them."""

    def data(self) -> Data:
        return {"ended_by": self.ended_by, "places": list(self.places), **self.scores}


def outcome(rules: Rules[Any, Any, Any], state: State) -> Outcome | None:
    """The result of a game that has ended."""
    if state.ended_by is None:
        return None
    leavers = {state.sides[seat] for seat in state.left}

    def rank(side: int, standing: tuple[int, ...]) -> tuple[int, ...]:
        if side in leavers:
            return (0,)  # last, whatever the seat reached
        if side == state.winner:
            return (2,)  # first, whatever the others have
        return (1, *standing)

    places = shared_places([rank(side, standing) for side, standing in enumerate(rules.standings(state))])
    return Outcome(
        ended_by=state.ended_by,
        places=tuple(places[side] for side in state.sides),
        scores=rules.score_data(state),
    )
