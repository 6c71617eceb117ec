"""When an account goes: its games must not wait for somebody who will never come."""

from datetime import datetime

from accounts.models import User
from games.models import Game, Player
from games.services import departures, lobby


def withdraw(*, user: User, now: datetime) -> None:
    """Get up from every open table and resign from every running game."""
    seats = Player.objects.filter(user=user).order_by("pk")
    for game_id in seats.filter(game__status=Game.Status.OPEN).values_list("game_id", flat=True):
        lobby.leave(game_id=game_id, user=user, now=now)
    running = seats.filter(game__status=Game.Status.ACTIVE).exclude(left_by="resign")
    for game_id in running.values_list("game_id", flat=True):
        departures.resign(game_id=game_id, user=user, now=now)
