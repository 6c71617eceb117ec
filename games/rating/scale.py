"""How a rating is shown: one number with its uncertainty."""

from dataclasses import dataclass

BEGINNER = 1500
POINTS = 30
"""For one unit of skill: then 100 points more win about 64 of 100 games between two, as chess players are used to."""
MU, SIGMA = 25.0, 25.0 / 3.0
"""What is thought of somebody who has not played yet: openskill's defaults."""
SURE = 1.96
"""In 95 of 100 cases the skill lies within so many standard deviations."""
PROVISIONAL = 5.0
"""Above this uncertainty of the skill, a rating is a guess: for about the first 20 games between two."""
LISTED_FROM = 10
"""Games that counted before a rating stands in a leaderboard."""


def shown(mu: float) -> int:
    return round(BEGINNER + POINTS * (mu - MU))


def spread(sigma: float) -> int:
    """To either side of the number."""
    return round(POINTS * SURE * sigma)


@dataclass(frozen=True, slots=True)
class Number:
    """A rating as people see it."""

    rating: int
    spread: int
    """To either side; 95 of 100 times the truth lies within."""
    provisional: bool

    def __str__(self) -> str:
        return f"{self.rating}{'?' if self.provisional else ''}"


def number(mu: float, sigma: float) -> Number:
    return Number(shown(mu), spread(sigma), sigma > PROVISIONAL)
