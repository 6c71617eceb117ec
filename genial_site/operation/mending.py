"""What an operator can do about what is stuck. Each act is written down in the audit trail."""

import time
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.services.audit import Action, record
from games.models import Game
from games.selectors import trouble
from games.services import bot_turns, rebuilding
from games.services.notices.requeuing import requeue_failed
from games.services.waking import wake_bot

from .board import board

UNREADABLE = "unreadable"
MOST = 50


@transaction.atomic
def requeue_notices(*, actor: User, now: datetime) -> int:
    count = requeue_failed(now=now)
    record(actor=actor, action=Action.OPERATED, now=now, did="requeued notices", count=count)
    return count


@transaction.atomic
def wake_bots(*, actor: User, now: datetime) -> int:
    """Call the bots that should have played; of those that somebody thinks about just now, the claim decides."""
    found = bot_turns.stalled(now=now)
    record(actor=actor, action=Action.OPERATED, now=now, did="woke bots", count=len(found))
    for game_id, version in found:
        transaction.on_commit(partial(wake_bot, game_id, version))
    return len(found)


@transaction.atomic
def rebuild_game(*, actor: User, game: Game, now: datetime) -> None:
    """Store what the log leads to; raises `Flaw` if the log itself does not hold."""
    rebuilding.rebuild(game, now)
    record(actor=actor, action=Action.OPERATED, now=now, did="rebuilt a game", game=str(game.pk))
    transaction.on_commit(lambda: forget_unreadable(game.pk))


# --- games that nobody can read any more -----------------------------------------------------------


def examine_games() -> int:
    """Look through all running games, and leave on the board which of them cannot be read."""
    found = [str(pk) for pk in trouble.unreadable_games()]
    board().put(UNREADABLE, {"at": time.time(), "games": found[:MOST], "count": len(found)})
    return len(found)


def known_unreadable() -> list[UUID]:
    return [UUID(pk) for pk in board().notes().get(UNREADABLE, {}).get("games", ())]


def forget_unreadable(game_id: UUID) -> None:
    note = board().notes().get(UNREADABLE)
    if note and str(game_id) in note["games"]:
        left = [pk for pk in note["games"] if pk != str(game_id)]
        board().put(UNREADABLE, {**note, "games": left, "count": note["count"] - 1})
