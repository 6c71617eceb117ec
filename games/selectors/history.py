"""Everybody's finished games, narrowed to what is asked for."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Player
from games.models.game import Reader
from games.selectors.people import OF_A_PLAYER, SHOWN, Seated, seats_of

PEOPLE, BOTS = "people", "bots"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which games; whatever is empty narrows nothing."""

    rules_key: str = ""
    mode: str = ""
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
    plain = {
        "game__rules_key": asked.rules_key,
        "game__mode": asked.mode,
        "game__seats": asked.seats,
        "outcome": asked.outcome,
    }
    seats = seats.filter(**{name: value for name, value in plain.items() if value})
    if asked.rated is not None:
        seats = seats.filter(game__rated=asked.rated)
    if asked.company:
        with_bots = Exists(at_the_table().exclude(bot=""))
        seats = seats.filter(with_bots if asked.company == BOTS else ~with_bots)
    if asked.played_with:
        seats = seats.filter(Exists(at_the_table().filter(user__username__iexact=asked.played_with)))
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


def with_tables(seats: QuerySet[Player]) -> list[Seated]:
    """These seats with all that a list shows of their games, in two queries."""
    players = Player.objects.select_related("user").only(*OF_A_PLAYER).order_by("seat")
    found = seats.select_related("game").only(*SHOWN).prefetch_related(Prefetch("game__players", players))
    return [Seated(player, list(player.game.players.all())) for player in found]
