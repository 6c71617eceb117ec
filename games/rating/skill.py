"""What is thought of somebody's skill."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from games.rating.scale import MU, SIGMA

Holder: TypeAlias = tuple[int | None, str]
"""Whose skill it is: a user's id, or a bot's name."""


class Skill(NamedTuple):
    mu: float
    sigma: float

    def towards(self, other: "Skill", weight: float) -> "Skill":
        """So much of the way; the whole of it is exact."""
        if weight == 1:
            return other
        return Skill(self.mu + weight * (other.mu - self.mu), self.sigma + weight * (other.sigma - self.sigma))


UNKNOWN = Skill(MU, SIGMA)
"""That of somebody who has not played yet."""


def mean(skills: Sequence[Skill]) -> Skill:
    if len(skills) == 1:
        return skills[0]
    return Skill(sum(skill.mu for skill in skills) / len(skills), sum(skill.sigma for skill in skills) / len(skills))
