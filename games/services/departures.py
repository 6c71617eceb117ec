"""Resigning, running out of time, and coming back."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.engine.leaving import apply_leaving
from games.engine.turns import Turn
from games.models import Game, Player
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
    table = lock_table(game_id)
    game = table.game
    if game.status != Game.Status.ACTIVE or game.deadline is None or game.deadline > now:
        return False
    depart(table, table.players[table.state.seat], "timeout", now)
    return True


@transaction.atomic
def take_back(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Sit down again after a time-out; the bot's moves stay marked as such."""
    table = lock_table(game_id)
    player = table.seated(user)
    table.check_running()
    note(table, player, "return", now)
    player.sitting_in = player.left_by = ""
    player.save(update_fields=["sitting_in", "left_by"])
    save(table, now)
    return table.game


def depart(table: Table, player: Player, how: str, now: datetime) -> None:
    """Log the departure. If the game goes on, a bot of the host's choice sits in."""
    note(table, player, how, now)
    player.left_by = how
    player.sitting_in = "" if table.state.ended_by else table.game.stand_in
    player.save(update_fields=["sitting_in", "left_by"])
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
