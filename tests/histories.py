"""People with a past, for tests and benches: thousands of finished rated games, made in bulk and played by nobody."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import exp, sin
from random import Random
from typing import Any

from accounts.models import User
from games.models import Game, Player, Pool, Rating, RatingChange, SoloResult
from games.rating.scale import MU, SIGMA
from games.services.finishing import outcomes_of
from tests.ratings import ended

SOME_RULES = ("genial", "genial", "genial", "genial-3d", "genial-cards", "koepfchen")


def finished(user: User, others: Sequence[User], count: int, *, until: datetime, **fields: Any) -> list[Game]:
    """So many games of this user, one every six hours, for two to four, and the ledger of the user's ratings."""
    rng = Random(f"{user.username} {count}")
    games: list[Game] = []
    players: list[Player] = []
    changes: list[RatingChange] = []
    skills: dict[str, Skill] = {}
    for number in range(count):
        at = until - timedelta(hours=6) * (count - number)
        seats = [user, *rng.sample(list(others), rng.choice([1, 1, 1, 2, 3]) if len(others) > 2 else 1)]
        places = [1 + sum(other > own for other in points) for points in [points_of(rng, len(seats))] for own in points]
        rules_key = fields.get("rules_key") or rng.choice(SOME_RULES)
        game, sitting = ended(
            seats,
            places,
            at,
            id=uuid.UUID(int=rng.getrandbits(128), version=4),
            **{"rating_due": False} | fields | {"rules_key": rules_key},
        )
        games.append(game)
        for player, outcome in zip(sitting, outcomes_of(game), strict=True):
            player.outcome, player.ended_at = outcome, at
            player.way, player.public = f"{rules_key} {game.mode} {game.seats}", game.public
        players += sitting
        changes.append(skills.setdefault(rules_key, Skill()).change(user, game, at, rng))
    Game.objects.bulk_create(games, batch_size=500)
    Player.objects.bulk_create(players, batch_size=500)
    if fields.get("rated", True):
        RatingChange.objects.bulk_create(changes, batch_size=500)
        Rating.objects.bulk_create(skill.rating(user, key, until) for key, skill in skills.items())
    return games


def points_of(rng: Random, seats: int) -> list[int]:
    return [rng.randint(0, 8) for _seat in range(seats)]


class Skill:
    """A rating that wanders upwards, and grows surer."""

    def __init__(self) -> None:
        self.mu, self.sigma, self.games = MU, SIGMA, 0

    def change(self, user: User, game: Game, at: datetime, rng: Random) -> RatingChange:
        before = self.mu, self.sigma
        self.games += 1
        self.sigma = 1.9 + (SIGMA - 1.9) * exp(-self.games / 25)
        self.mu += rng.gauss(0.02, 0.5) + sin(self.games / 60) / 12
        return RatingChange(
            user=user,
            rules_key=game.rules_key,
            pool=Pool.PEOPLE,
            game=game,
            seat=0,
            mu_before=before[0],
            sigma_before=before[1],
            mu_after=self.mu,
            sigma_after=self.sigma,
            games=self.games,
            weight=1,
            at=at,
        )

    def rating(self, user: User, rules_key: str, until: datetime) -> Rating:
        return Rating(
            user=user,
            rules_key=rules_key,
            pool=Pool.PEOPLE,
            mu=self.mu,
            sigma=self.sigma,
            games=self.games,
            last_at=until,
        )


def alone(user: User, *tracks: Sequence[int], at: datetime, rules_key: str = "genial", **fields: Any) -> list[Game]:
    """Games that this user played alone to these tracks."""
    games = []
    for track in tracks:
        game, [player] = ended([user], [1], at, mode="solo", rules_key=rules_key, **UNRATED | fields)
        game.result = {"ended_by": "tiles", "places": [1], "tracks": [list(track)]}
        player.ended_at, player.way, player.public = at, f"{rules_key} solo 1", game.public
        game.save()
        player.save()
        SoloResult.objects.create(game=game, user=user, rules_key=rules_key, track=SoloResult.written(track), at=at)
        games.append(game)
    return games


UNRATED: dict[str, Any] = {"rated": False, "rating_pool": "", "rating_due": False}
