"""How far a rating's ± can be trusted: `python -m tests.bench.calibration`.

Players whose skill is known meet at random; chance is that of the Plackett-Luce model between two. For several numbers
of games: the uncertainty that the rating claims, how far it really is off, and how often the truth lies within ±.
"""

import math
from random import Random
from typing import NamedTuple

from games.rating.luce import rate
from games.rating.scale import MU, SURE
from games.rating.skill import UNKNOWN

PLAYERS, FIELDS = 30, 3
MARKS = (20, 50, 100, 200)
CHANCE = math.sqrt(2) * 25 / 6
"""Of a game between two whose skill is known: the square root of twice openskill's β²."""


class Seen(NamedTuple):
    sigma: float
    error: float


def field(spread: float, seats: int, seed: int) -> dict[int, list[Seen]]:
    rng = Random(f"{spread} {seats} {seed}")
    truth = [rng.gauss(MU, spread) for _player in range(PLAYERS)]
    skills, games = [UNKNOWN] * PLAYERS, [0] * PLAYERS
    seen: dict[int, list[Seen]] = {mark: [] for mark in MARKS}
    while min(games) < MARKS[-1]:
        table = rng.sample(range(PLAYERS), seats)
        shown = [truth[player] / CHANCE - math.log(-math.log(rng.random())) for player in table]
        places = [1 + sum(other > own for other in shown) for own in shown]
        for player, [skill] in zip(table, rate([[skills[player]] for player in table], places), strict=True):
            skills[player] = skill
            games[player] += 1
            if games[player] in seen:
                seen[games[player]].append(Seen(skill.sigma, abs(skill.mu - truth[player])))
    return seen


def main() -> None:
    for spread in (3, 5):
        for seats in (2, 4):
            fields = [field(spread, seats, seed) for seed in range(FIELDS)]
            print(f"skills that differ by {spread}, {seats} at a table")
            for mark in MARKS:
                found = [seen for one in fields for seen in one[mark]]
                sigma = sum(seen.sigma for seen in found) / len(found)
                error = math.sqrt(sum(seen.error**2 for seen in found) / len(found))
                within = sum(seen.error <= SURE * seen.sigma for seen in found) / len(found)
                print(f"  {mark:3} games: σ {sigma:.2f}, off by {error:.2f}, within ± {within:.0%}")


if __name__ == "__main__":
    main()
