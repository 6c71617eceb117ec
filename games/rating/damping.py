"""The stated rule that keeps a few people from making ratings: how much of its full effect a game has."""

from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta

WINDOW = timedelta(days=30)
FULL = 12
"""So many games of the same people within the window count in full; after each such number the weight is halved."""
FLOOR = 1 / 16
REALLY_PLAYED = 2
"""Turns of one's own; who leaves before has left at once."""
AT_ONCE = 1 / 4
"""The weight of a game of which leaving at once has left nobody, or only one side."""


def repeat_weight(met: int) -> float:
    """When the same people have met so often within the window before."""
    return max(FLOOR, 0.5 ** (met // FULL))


class Meetings:
    """How often the same people have met of late. Games are to be told of in order."""

    def __init__(self) -> None:
        self.moments: dict[str, deque[datetime]] = {}

    def remember(self, company: str, moments: Iterable[datetime]) -> None:
        """What was before the first game that is reckoned, in order."""
        self.moments[company] = deque(moments)

    def before(self, company: str, at: datetime) -> int:
        """Games of this company in the thirty days before, to which this one is then added."""
        known = self.moments.setdefault(company, deque())
        while known and known[0] <= at - WINDOW:
            known.popleft()
        known.append(at)
        return len(known) - 1
