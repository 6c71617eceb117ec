"""Says that something happened, to whoever is looking; services call this after their commit.

What is said are hints without contents: each reader then fetches what they may see. A hint may be lost with its broker,
so nothing depends on one: streams look at the database when they open, after an outage, and now and then.
"""

import logging
from collections.abc import Iterable
from uuid import UUID

from django.conf import settings

from .hub import HUB
from .messages import Message, Moved, Talked, Told, pack
from .sending import enqueue

logger = logging.getLogger(__name__)


def game_moved(game_id: UUID, version: int) -> None:
    """A game has a new version, or something else about its table changed."""
    say(Moved(game_id, version))


def table_talked(game_id: UUID, *, only: Iterable[int] | None = None, but: Iterable[int] = ()) -> None:
    """Somebody wrote something at this table, for these users only, or for all but these."""
    say(Talked(game_id, None if only is None else tuple(only), tuple(but)))


def tell(user_ids: Iterable[int], event: str, game_id: UUID) -> None:
    """Tell these users of one of messages.EVENTS in a game."""
    if users := tuple(user_ids):
        say(Told(users, event, game_id))


def say(message: Message) -> None:
    try:
        if settings.REDIS_URL:
            enqueue(pack(message))
        else:
            HUB.deliver_from_any_thread(message)
    except Exception as problem:  # noqa: BLE001  # a turn must never fail because of a hint
        logger.warning("A live message was not sent (%s).", type(problem).__name__)
