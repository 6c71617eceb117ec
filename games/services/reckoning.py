"""Clocks that run while something about their owner changes: they are reckoned anew in the same transaction."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games import live
from games.models import ClockEntry, Game
from games.services import clocks
from games.services.table import Table, lock_table

Kind = ClockEntry.Kind


@transaction.atomic
def heed_days_off(user: User, now: datetime) -> None:
    for table in locked_tables(user):
        if not set_clock(table, user, Kind.AWAY, now):
            announce(table.game)  # who is away stands at the seats


@transaction.atomic
def heed_zone(user: User, now: datetime) -> None:
    """Weekends are off where the user lives."""
    for table in locked_tables(user, pace__weekends_off=True):
        set_clock(table, user, Kind.ZONE, now)


def locked_tables(user: User, **wanted: object) -> Iterator[Table]:
    """One after the other, always in the same order, and open ones, too: a game that starts or a turn that is handed on
    meanwhile has either been locked before, or waits for us and then sees the change."""
    going_on = [Game.Status.OPEN, Game.Status.ACTIVE]
    found = Game.objects.filter(status__in=going_on, players__user=user, **wanted).order_by("pk")
    for game_id in found.values_list("pk", flat=True):
        yield lock_table(game_id)


def set_clock(table: Table, user: User, why: ClockEntry.Kind, now: datetime) -> bool:
    game = table.game
    return game.mover_id == user.pk and clocks.recalculate(game, table.players[table.state.seat], now, why)


def announce(game: Game) -> None:
    transaction.on_commit(lambda: live.game_moved(game.pk, game.version))
