"""What does not go on by itself: for the operator's eyes, without anything hidden."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet

from games.engine import states
from games.engine.registry import RULES
from games.models import BotTurn, Game, Hint, Notice, Review

PATIENCE = timedelta(minutes=5)
"""Sweeps come every half minute: what has waited for longer than this, they did not mend."""
A_DAY = timedelta(days=1)
NOT_SENT = (Notice.State.FAILED, Notice.State.BOUNCED)


def games_by_status() -> dict[str, int]:
    found = Game.objects.order_by().values_list("status").annotate(count=Count("pk"))
    return dict.fromkeys(Game.Status.values, 0) | dict(found)


# --- games that stand still ------------------------------------------------------------------------


def waiting_for_bots(*, now: datetime) -> QuerySet[Game]:
    """A bot should have played by now."""
    return running().filter(mover=None, turn_began_at__lte=now - PATIENCE)


def past_deadline(*, now: datetime) -> QuerySet[Game]:
    """Somebody's time has run out, and nobody has taken the turn away."""
    return running().filter(deadline__lte=now - PATIENCE)


def running() -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.ACTIVE).defer("secret", "state", "link")


def waiting_hints(*, now: datetime) -> QuerySet[Hint]:
    return Hint.objects.filter(choices__isnull=True, error="", asked_at__lte=now - PATIENCE)


def waiting_reviews(*, now: datetime) -> QuerySet[Review]:
    return Review.objects.filter(done__lt=F("total"), error="", worked_at__lte=now - PATIENCE)


def stuck_counts(*, now: datetime) -> dict[str, int]:
    return {
        "bot": waiting_for_bots(now=now).count(),
        "deadline": past_deadline(now=now).count(),
        "hint": waiting_hints(now=now).count(),
        "review": waiting_reviews(now=now).count(),
    }


@dataclass(frozen=True, slots=True)
class StuckGame:
    game: Game
    why: str
    since: datetime
    error: str = ""


def stuck_games(*, now: datetime, most: int) -> list[StuckGame]:
    """The games that have stood still for longest."""
    error = BotTurn.objects.filter(game=OuterRef("pk"), version=OuterRef("version")).exclude(error="")
    bots = waiting_for_bots(now=now).annotate(error=error.values("error")[:1]).order_by("turn_began_at")[:most]
    late = past_deadline(now=now).order_by("deadline")[:most]
    found = [StuckGame(game, "bot", game.turn_began_at, game.error or "") for game in bots if game.turn_began_at]
    found += [StuckGame(game, "deadline", game.deadline) for game in late if game.deadline]
    return sorted(found, key=lambda stuck: stuck.since)[:most]


def unreadable_games() -> Iterator[UUID]:
    """Running games whose stored state cannot be loaded any more. Reads all of them: not for a page."""
    stored = Game.objects.filter(status=Game.Status.ACTIVE).order_by().values_list("pk", "state", "rules_key")
    for pk, state, rules in stored.iterator(chunk_size=200):
        try:
            readable = states.load(state).variant in RULES[rules].variants.values()
        except Exception:  # noqa: BLE001  # whatever it is, nobody can play on
            readable = False
        if not readable:
            yield pk


# --- bots in trouble -------------------------------------------------------------------------------


def bot_troubles(*, now: datetime) -> dict[tuple[str, bool], int]:
    """Turns of the last day that bots could not play at once, by bot and by whether another one stepped in."""
    found = BotTurn.objects.filter(at__gt=now - A_DAY).exclude(error="").order_by()
    rows = found.values_list("bot", "replaced").annotate(Count("pk"))
    return {(bot, replaced): count for bot, replaced, count in rows}


# --- notices ---------------------------------------------------------------------------------------


def notices_of_a_day(*, now: datetime) -> dict[tuple[str, str], int]:
    found = Notice.objects.filter(created_at__gt=now - A_DAY).order_by().values_list("channel", "state")
    return {(channel, state): count for channel, state, count in found.annotate(Count("pk"))}


def overdue_notices(*, now: datetime) -> int:
    """Should have gone out, or have been claimed by somebody who never finished."""
    waiting = Q(state=Notice.State.WAITING, due_at__lte=now - PATIENCE)
    claimed = Q(state=Notice.State.CLAIMED, claimed_at__lte=now - 2 * PATIENCE)
    return Notice.objects.filter(waiting).count() + Notice.objects.filter(claimed).count()


@dataclass(frozen=True, slots=True)
class Failures:
    channel: str
    state: str
    reason: str
    of_a_day: int
    of_a_week: int


def failed_notices(*, now: datetime, most: int = 20) -> list[Failures]:
    """What was not sent in the last week, and why; the commonest first."""
    week = Notice.objects.filter(created_at__gt=now - 7 * A_DAY, state__in=NOT_SENT).order_by()
    by_reason = week.values_list("channel", "state", "reason").annotate(
        of_a_day=Count("pk", filter=Q(created_at__gt=now - A_DAY)), of_a_week=Count("pk")
    )
    return [Failures(*row) for row in by_reason.order_by("-of_a_week", "channel", "state", "reason")[:most]]
