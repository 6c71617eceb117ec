"""Guests at the tables: a game against a bot at once, and the end of those who never came to play."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.services.guests import make_guest
from games.clock.paces import DAYS_A_TURN
from games.models import Game, Move, Player
from games.services import lobby
from games.services.seeds import proposed_seed
from games.services.wishes import read_wish

IDLE_FOR = timedelta(days=max(DAYS_A_TURN) + 1)
"""By then the time of a first turn has run out in the games that guests begin at once."""


@transaction.atomic
def play_now(*, user: User | None, address: str, rules_key: str, bot: str, now: datetime) -> tuple[User, Game]:
    """A game for two that begins at once, at the slowest pace, for this user or for a guest made for it."""
    wish = read_wish(
        {
            "rules": rules_key,
            "seats": [{"me": True}, {"bot": bot}],
            "pace": {"days": max(DAYS_A_TURN)},
            "client_seed": proposed_seed(),
        }
    )
    user = user or make_guest(address=address, now=now)
    return user, lobby.create_table(host=user, wish=wish, now=now)


def forget_idle_guests(*, now: datetime) -> int:
    """Delete guests who never sent a turn and have no time left for one, with the games that they began alone.

    Those whom somebody reported stay: nothing of a case is deleted.
    """
    turns = Move.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), by="player")
    played = Player.objects.filter(Exists(turns), user=OuterRef("pk"))
    awaited = Exists(seats_awaited(now).filter(user=OuterRef("pk")))
    known = User.objects.filter(is_guest=True, date_joined__lte=now - IDLE_FOR, cases=None, measures=None)
    idle = known.filter(~Exists(played), ~awaited)
    forgotten = 0
    for pk in idle.values_list("pk", flat=True):
        forgotten += forget(pk)
    return forgotten


def seats_awaited(now: datetime) -> QuerySet[Player]:
    """Of running games: their holders still have time for a turn, or other people play until it is theirs."""
    others = Player.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=OuterRef("user"))
    has_time = Q(game__mover=F("user"), game__deadline__gt=now)
    is_next = Exists(others) & (Q(game__mover=None) | ~Q(game__mover=F("user")))
    return Player.objects.filter(has_time | is_next, game__status=Game.Status.ACTIVE, left_by="")


@transaction.atomic
def forget(pk: int) -> int:
    guest = User.objects.select_for_update().filter(pk=pk, is_guest=True).first()
    if guest is None:
        return 0
    others = Player.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user=guest)
    Game.objects.filter(~Exists(others), host=guest, series=None).delete()
    guest.delete()
    return 1
