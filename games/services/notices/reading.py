"""What people read of their own notices: the bell, and the log of what was sent where."""

from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.models import Game, Notice
from games.services.notices.needing import OF_A_TURN

Channel, State = Notice.Channel, Notice.State


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


def bell_count(user: User) -> int:
    return in_the_bell(user).count()


def site_notices(user: User) -> QuerySet[Notice]:
    """What the site has told this person, seen or not; the newest first, with what their words are made of."""
    told = Notice.objects.filter(user=user, channel=Channel.SITE, state=State.SENT)
    return with_games(told.order_by("-created_at", "-pk"))


def delivery_log(user: User) -> QuerySet[Notice]:
    """What was sent to this person, where, or why not; the newest first."""
    return with_games(Notice.objects.filter(user=user).order_by("-created_at", "-pk"))


def with_games(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    lean = notices.select_related("user", "game__host", "game__series").defer(
        "game__secret", "game__state", "game__link"
    )
    return lean.prefetch_related("game__players__user")
