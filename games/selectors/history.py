"""Everybody's finished games, narrowed to what is asked for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User
from games.models import Player, RatingChange
from games.models.game import Reader
from games.rating.scale import shown
from games.selectors.people import Seated, latest_first, seated, seats_of
from games.selectors.ratings import may_see_ratings

PEOPLE, BOTS = "people", "bots"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which games; whatever is empty narrows nothing."""

    rules_key: str = ""
    mode: str = ""
    """With a number of seats."""
    seats: int | None = None
    outcome: str = ""
    rated: bool | None = None
    company: str = ""
    """`people` alone, or with `bots`."""
    played_with: str = ""
    """The name of somebody else at the table."""
    first_day: date | None = None
    last_day: date | None = None
    """By the reader's clock."""


def games_of(person: User, reader: Reader, asked: Asked) -> QuerySet[Player]:
    """The seats of a person in the finished games that the reader may know of and asks for, latest first."""
    seats = seats_of(person, reader)
    if asked.rules_key:
        seats = seats.filter(way__startswith=f"{asked.rules_key} ")
    if asked.mode:
        seats = seats.filter(way__endswith=f" {asked.mode} {asked.seats}")
    if asked.outcome:
        seats = seats.filter(outcome=asked.outcome)
    if asked.rated is not None:
        seats = seats.filter(game__rated=asked.rated)
    if asked.company:
        with_bots = Exists(at_the_table().exclude(bot=""))
        seats = seats.filter(with_bots if asked.company == BOTS else ~with_bots)
    if asked.played_with:
        named = User.objects.alias(small=Lower("username")).filter(small=Lower(Value(asked.played_with)))
        seats = seats.filter(Exists(at_the_table().filter(user=Subquery(named.values("pk")[:1]))))
    if asked.first_day:
        seats = seats.filter(ended_at__gte=beginning(asked.first_day))
    if asked.last_day:
        seats = seats.filter(ended_at__lt=beginning(asked.last_day + timedelta(days=1)))
    return seats


def at_the_table() -> QuerySet[Player]:
    """Everybody but the person whose history it is."""
    return Player.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))


def beginning(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def with_tables(seats: QuerySet[Player], person: User) -> list[Seated]:
    """These seats of a person with all that a list shows of their games, in one query."""
    return latest_first(seated(Player.objects.filter(game__in=Subquery(seats.values("game"))), person))


def changes_of(person: User, reader: Reader, games: Iterable[Seated]) -> dict[UUID, int]:
    """By how much each of these games moved the person's rating, in one query; nothing where that is private."""
    rated = [game.game_id for game in games if game.rated]
    if not rated or not may_see_ratings(person, reader):
        return {}
    rows = RatingChange.objects.filter(user=person, game__in=rated).values_list("game", "mu_before", "mu_after")
    return {game_id: shown(after) - shown(before) for game_id, before, after in rows}
