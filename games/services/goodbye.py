"""When somebody goes, for a while or for good: games must not wait for people who do not come."""

from contextlib import suppress
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from games.engine.rules import GameOver
from games.models import Game, Player
from games.services import departures, lobby
from games.services.refusals import NotOpen


def withdraw(*, user: User, now: datetime) -> None:
    """Get up from every open table and resign from every running game."""
    leave_open_tables(user=user, now=now)
    seats = Player.objects.filter(user=user).order_by("pk")
    running = seats.filter(game__status=Game.Status.ACTIVE).exclude(left_by="resign")
    for game_id in running.values_list("game_id", flat=True):
        with suppress(GameOver):  # the others ended it meanwhile
            departures.resign(game_id=game_id, user=user, now=now)


def leave_open_tables(*, user: User, now: datetime) -> None:
    """No game begins with them, and no seat is kept for them."""
    waiting = Q(players__user=user) | Q(invitations__user=user)
    tables = Game.objects.filter(waiting, status=Game.Status.OPEN).distinct().order_by("created_at")
    for game_id in tables.values_list("pk", flat=True):
        with suppress(NotOpen):  # it began meanwhile
            lobby.leave(game_id=game_id, user=user, now=now)
