"""What one game says about the skill of those who played it: the Plackett-Luce model of openskill, as it comes."""

from collections.abc import Sequence
from functools import cache

from openskill.models import PlackettLuce

from games.rating.skill import Skill


@cache
def model() -> PlackettLuce:
    return PlackettLuce()


def rate(sides: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """The skills after a game, by side. Sides with the same place have shared it."""
    luce = model()
    teams = [[luce.rating(mu=skill.mu, sigma=skill.sigma) for skill in side] for side in sides]
    rated = luce.rate(teams, ranks=[float(place) for place in places])
    return [[Skill(player.mu, player.sigma) for player in team] for team in rated]
