"""Reading ratings. Who keeps theirs private alone sees them: every function here that has a reader heeds that."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from games.engine.registry import RULES
from games.models import Game, Player, Pool, Rating, RatingChange
from games.models.game import Reader
from games.rating.scale import MU, PROVISIONAL, SIGMA, Number, number, shown, spread


class Point(NamedTuple):
    """A rating after a game."""

    at: datetime
    rating: int
    spread: int
    provisional: bool
    change: int
    game_id: UUID


def may_see_ratings(user: User, reader: Reader) -> bool:
    """Of this user: everybody may, unless they keep them private."""
    return not user.ratings_private or user.pk == reader.pk


# --- of a user ---------------------------------------------------------------------------------


def ratings_of(user: User, reader: Reader) -> list[Rating]:
    """The current ratings of a user, in the order of the lobby, people before bots. One query."""
    if not may_see_ratings(user, reader):
        return []
    rules, pools = list(RULES), list(Pool)
    known = [rating for rating in Rating.objects.filter(user=user) if rating.rules_key in RULES]
    return sorted(known, key=lambda rating: (rules.index(rating.rules_key), pools.index(Pool(rating.pool))))


def latest_points(
    user: User, reader: Reader, rules_key: str, pool: str, most: int, before: datetime | None = None
) -> list[Point]:
    """The last ones, or the last ones before a moment, oldest first."""
    if not may_see_ratings(user, reader):
        return []
    changes = changes_of_user(user, rules_key, pool).order_by("-at", "-game_id")
    return points((changes.filter(at__lt=before) if before else changes)[:most])[::-1]


def points(changes: QuerySet[RatingChange]) -> list[Point]:
    rows = changes.values_list("at", "mu_before", "mu_after", "sigma_after", "game_id")
    return [
        Point(at, shown(after), spread(sigma), sigma > PROVISIONAL, shown(after) - shown(before), game_id)
        for at, before, after, sigma, game_id in rows
    ]


def changes_of_user(user: User, rules_key: str, pool: str = Pool.PEOPLE) -> QuerySet[RatingChange]:
    """A user's rows of the ledger, oldest first. For themselves, or after `may_see_ratings`."""
    return RatingChange.objects.filter(user=user, rules_key=rules_key, pool=pool).order_by("at", "game_id")


# --- at a table --------------------------------------------------------------------------------


def number_of(player: Player, game: Game, reader: Reader) -> Number | None:
    """The rating beside a player's name, where there is something at stake. Nobody is asked: it lies beside them."""
    if not game.rating_pool or (player.user and not may_see_ratings(player.user, reader)):
        return None
    if player.rating_mu is None or player.rating_sigma is None:
        return number(MU, SIGMA)
    return number(player.rating_mu, player.rating_sigma)


def rating_data(player: Player, game: Game, reader: Reader) -> dict[str, Any] | None:
    found = number_of(player, game, reader)
    return asdict(found) if found else None


def changes_in(game: Game, reader: Reader) -> dict[int, RatingChange]:
    """What a game did to the ratings of those who played it, by seat. One query; none where there is nothing."""
    return changes_in_games([game], reader).get(game.pk, {})


def changes_in_games(games: Sequence[Game], reader: Reader) -> dict[UUID, dict[int, RatingChange]]:
    """The same for a list of games. Still one query."""
    rated = [game.pk for game in games if game.status == Game.Status.FINISHED and game.rating_pool]
    found: dict[UUID, dict[int, RatingChange]] = {}
    for change in RatingChange.objects.filter(game__in=rated).select_related("user") if rated else ():
        if change.user is None or may_see_ratings(change.user, reader):
            found.setdefault(change.game_id, {})[change.seat] = change
    return found


def change_data(change: RatingChange) -> dict[str, Any]:
    return {
        "before": change.before,
        "after": change.after,
        "change": change.change,
        "weight": change.weight,
        "why": change.why,
    }
