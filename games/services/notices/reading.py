"""What people read of their own notices: the bell, and the log of what was sent where."""

from datetime import datetime

from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.models import Game, Notice
from games.services.notices.needing import OF_A_TURN

Channel, State = Notice.Channel, Notice.State

LOG_LENGTH = 200
BELL_LENGTH = 30


def in_the_bell(user: User) -> QuerySet[Notice]:
    """News on the site that its reader has not seen; of turns only those that are still theirs."""
    still_theirs = Q(game__status=Game.Status.ACTIVE, game__mover=user, game__turn_began_at__lte=F("created_at"))
    return Notice.objects.filter(
        Q(still_theirs, kind__in=OF_A_TURN) | ~Q(kind__in=OF_A_TURN),
        user=user,
        channel=Channel.SITE,
        state=State.SENT,
        seen_at=None,
    ).order_by("-created_at", "-pk")


def bell(user: User) -> list[Notice]:
    """The newest of them, with what their words are made of."""
    return list(with_games(in_the_bell(user))[:BELL_LENGTH])


def delivery_log(user: User, *, before: datetime | None = None, count: int = LOG_LENGTH) -> list[Notice]:
    """What was sent to this person, where, or why not; the newest first."""
    own = Notice.objects.filter(user=user)
    if before:
        own = own.filter(created_at__lt=before)
    return list(with_games(own.order_by("-created_at", "-pk"))[:count])


def with_games(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    lean = notices.select_related("user", "game", "game__host").defer("game__secret", "game__state", "game__link")
    return lean.prefetch_related("game__players__user")
