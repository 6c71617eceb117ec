"""The order of the ledger: by the moment at which games ended, and by their ids where that was the same one."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from games.engine.registry import RULES
from games.models import Game, Pool, RatingPool


class Place(NamedTuple):
    """Of a game in the ledger."""

    at: datetime
    game_id: UUID


def place_of(game: Game) -> Place:
    assert game.ended_at is not None  # noqa: S101  (a constraint says so of games that are to be rated)
    return Place(game.ended_at, game.pk)


class Ledger(NamedTuple):
    """The rated games of one set of rules in one pool."""

    rules_key: str
    pool: str

    def games(self) -> QuerySet[Game]:
        """All that have ended, in the order of the ledger."""
        ended = Game.objects.filter(rules_key=self.rules_key, rating_pool=self.pool, status=Game.Status.FINISHED)
        # SQLite takes an index only where the query repeats its condition.
        return ended.exclude(rating_pool="").filter(ended_at__isnull=False).order_by("ended_at", "pk")


LEDGERS = [Ledger(key, pool) for key in RULES for pool in Pool.values]


def not_before(place: Place, moment: str, game: str) -> Q:
    """For rows that have these columns."""
    later, same = Q(**{f"{moment}__gt": place.at}), Q(**{moment: place.at, f"{game}__gte": place.game_id})
    return Q(**{f"{moment}__gte": place.at}) & (later | same)  # the first part is for the index


def lock(ledger: Ledger) -> None:
    """Until the transaction ends nobody else writes in this ledger, nor compares it with the games."""
    if not transaction.get_connection().in_atomic_block:
        raise TypeError("A lock needs a transaction.")
    row, _made = RatingPool.objects.get_or_create(rules_key=ledger.rules_key, pool=ledger.pool)
    RatingPool.objects.select_for_update().get(pk=row.pk)
