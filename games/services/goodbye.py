"""When somebody goes, for a while or for good: games must not wait for people who do not come."""

from contextlib import suppress
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from games.engine.rules import GameOver, Illegal
from games.models import Game, Invitation, Player
from games.services import departures, lobby
from games.services.refusals import NotOpen


def withdraw(*, user: User, now: datetime) -> None:
    """Get up from every open table and resign from every running game."""
    leave_open_tables(user=user, now=now)
    for game_id in seats_awaited().filter(user=user).order_by("pk").values_list("game_id", flat=True):
        with suppress(GameOver, Illegal):  # the others ended it meanwhile, or somebody is at it, too
            departures.resign(game_id=game_id, user=user, now=now)


def leave_open_tables(*, user: User, now: datetime) -> None:
    """No game begins with them, and no seat is kept for them."""
    waiting = Q(players__user=user) | Q(invitations__user=user) | Q(host=user)
    tables = Game.objects.filter(waiting, status=Game.Status.OPEN).distinct().order_by("created_at")
    for game in tables.only("host"):
        with suppress(NotOpen):  # it began meanwhile
            if game.host_id == user.pk:
                lobby.cancel(game_id=game.pk, host=user, now=now)
            else:
                lobby.leave(game_id=game.pk, user=user, now=now)


def seats_awaited() -> QuerySet[Player]:
    """Where a person still sits before or in a game."""
    resigned = Q(game__status=Game.Status.ACTIVE, left_by="resign")
    unfinished = [Game.Status.OPEN, Game.Status.ACTIVE]
    return Player.objects.filter(game__status__in=unfinished).exclude(resigned)


def leaves_behind(user: User) -> dict[str, int]:
    """How much would be given up: running games, open tables and invitations."""
    seats = seats_awaited().filter(user=user)
    return {
        "running": seats.filter(game__status=Game.Status.ACTIVE).count(),
        "open": seats.filter(game__status=Game.Status.OPEN).count(),
        "invitations": Invitation.objects.filter(user=user, game__status=Game.Status.OPEN).count(),
    }
