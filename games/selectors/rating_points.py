"""How a rating went, thinned out in the database: a picture needs no more points than it has room for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Aggregate, Count, F, Max, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Rating, RatingChange
from games.models.game import Reader
from games.rating.scale import shown, spread
from games.selectors.ratings import changes_of_user, may_see_ratings

MOST_POINTS = 90


@dataclass(frozen=True, slots=True)
class RatingPoint:
    at: datetime
    rating: int
    spread: int
    games: int
    """How many had counted by then."""


@dataclass(frozen=True, slots=True)
class RatingCourse:
    points: list[RatingPoint]
    """Oldest first; the last one is always there."""
    highest: int


def course_of(user: User, reader: Reader, rating: Rating, since: datetime | None = None) -> RatingCourse | None:
    """One of a user's ratings from a moment on, in one query; nothing if there was no game, or it is not to be seen."""
    if not may_see_ratings(user, reader):
        return None
    changes = changes_of_user(user, rating.rules_key, rating.pool).exclude(weight=0)
    total: Any = rating.games
    if since:
        changes = changes.filter(at__gte=since)
        total = over(changes, Count("pk"))
    skipped = F("games") % (total / MOST_POINTS + 1 if since else total // MOST_POINTS + 1)
    thinned = changes.alias(skipped=skipped).filter(Q(skipped=0) | Q(games=rating.games))
    figures = thinned.annotate(highest=over(changes, Max("mu_after")))
    rows = list(figures.values_list("at", "mu_after", "sigma_after", "games", "highest"))
    if not rows:
        return None
    points = [RatingPoint(at, shown(mu), spread(sigma), games) for at, mu, sigma, games, _highest in rows]
    return RatingCourse(points, shown(rows[0][4]))


def over(changes: QuerySet[RatingChange], measure: Aggregate) -> Subquery:
    """One figure of all of them, worked out once by the database."""
    return Subquery(changes.order_by().values("user").annotate(figure=measure).values("figure"))
