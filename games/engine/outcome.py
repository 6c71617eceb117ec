"""How a game ended: places, shared where the standings are equal to the last."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.rules import Data, Rules, State


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


def shared_places(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each: one more than the number of those who stand better. Leavers share the last place; should
    everybody leave, nobody stands better and all share the first."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)
