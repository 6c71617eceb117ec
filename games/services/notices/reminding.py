"""Reminders: one when a quarter of a turn's time is left, and one more shortly before its end."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Game, Notice
from games.services import clocks
from games.services.notices.telling import tell
from games.services.notices.timing import REMINDERS
from games.services.table import lock_table

Kind = Notice.Kind


def due(*, now: datetime) -> list[UUID]:
    """Games whose player is to be reminded."""
    late = Game.objects.filter(status=Game.Status.ACTIVE, remind_at__lte=now)
    return list(late.order_by("remind_at").values_list("pk", flat=True))


@transaction.atomic
def remind(*, game_id: UUID, now: datetime) -> bool:
    """Remind whoever is to move, and plan the next time; both under the game's lock, so that nobody does it twice."""
    table = lock_table(game_id)
    game = table.game
    if game.status != Game.Status.ACTIVE or game.remind_at is None or game.remind_at > now:
        return False
    _first, last = clocks.clock_of(game, table.players[table.state.seat]).reminders(game.turn_seconds)
    kind = Kind.LAST_REMINDER if last <= now else Kind.REMINDER
    game.remind_at = last if kind == Kind.REMINDER else None
    game.save(update_fields=["remind_at"])
    if game.mover_id is None or game.deadline is None or game.deadline <= now or has_been_reminded(game, kind):
        return False
    tell(kind, game, [game.mover_id], game.version, now)
    return True


def has_been_reminded(game: Game, kind: str) -> bool:
    """In this turn. Time that opponents gave moves its end, but nobody is reminded a third time for that."""
    this_turn = Notice.objects.filter(user=game.mover_id, game=game, created_at__gte=game.turn_began_at)
    told = set(this_turn.filter(kind__in=REMINDERS).values_list("kind", flat=True))
    return kind in told or Kind.LAST_REMINDER in told
