"""Resigning, running out of time, and coming back."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.services.zones import zone_of
from games.clock.days import begins, day_of
from games.clock.paces import bank_again
from games.engine.leaving import apply_leaving
from games.engine.turns import Turn
from games.models import ClockEntry, Game, Player
from games.services import clocks
from games.services.play import save
from games.services.table import Table, lock_table


@transaction.atomic
def resign(*, game_id: UUID, user: User, now: datetime) -> Game:
    table = lock_table(game_id)
    player = table.seated(user)
    table.check_running()
    depart(table, player, "resign", now)
    return table.game


@transaction.atomic
def expire_turn(*, game_id: UUID, now: datetime) -> bool:
    """Take the turn away from whoever let their time run out; a turn that came in before counts."""
    # The person is locked before the game: of time-outs at two tables at once, only one can be their first that day.
    User.objects.select_for_update(of=("self",), no_key=True).filter(games_to_move=game_id).first()
    table = lock_table(game_id)
    game = table.game
    if game.status != Game.Status.ACTIVE or game.deadline is None or game.deadline > now:
        return False
    player = table.players[table.state.seat]
    if clocks.put_off(game, player, now):
        return False
    player.timeout_counts = not has_timed_out_today(player, now)
    depart(table, player, "timeout", now)
    return True


def has_timed_out_today(player: Player, now: datetime) -> bool:
    """Whether another time-out on this day, where they live, counts already."""
    zone = zone_of(player.user)
    today = ClockEntry.objects.filter(kind=ClockEntry.Kind.EXPIRED, at__gte=begins(day_of(now, zone), zone))
    here = Player.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), left_by="timeout", timeout_counts=True)
    return today.filter(Exists(here.filter(user=player.user))).exists()


@transaction.atomic
def take_back(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Sit down again after a time-out; the bot's moves stay marked as such."""
    table = lock_table(game_id)
    player = table.seated(user)
    table.check_running()
    note(table, player, "return", now)
    player.sitting_in = player.left_by = ""
    player.timeout_counts = True
    player.bank = bank_again(table.game.pace, player.bank)
    player.save(update_fields=["sitting_in", "left_by", "timeout_counts", "bank"])
    save(table, now)
    return table.game


def depart(table: Table, player: Player, how: str, now: datetime) -> None:
    """Log the departure. If the game goes on, a bot of the host's choice sits in."""
    note(table, player, how, now)
    player.left_by = how
    player.sitting_in = "" if table.state.ended_by else table.game.stand_in
    player.save(update_fields=["sitting_in", "left_by", "timeout_counts"])
    save(table, now)


def note(table: Table, player: Player, how: str, now: datetime) -> None:
    assert player.seat is not None  # noqa: S101  (a running game has seated its players)
    action: dict[str, Any] = {"type": how}
    state = apply_leaving(table.state, player.seat, action)
    table.log(player.seat, "server", Turn(state, (action,), ({},)), now)


def overdue(*, now: datetime) -> list[UUID]:
    """Games whose player has no time left."""
    late = Game.objects.filter(status=Game.Status.ACTIVE, deadline__lte=now)
    return list(late.values_list("pk", flat=True))
