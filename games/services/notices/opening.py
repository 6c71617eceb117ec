"""What its reader has opened needs no other notice."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from games.models import Notice

Kind = Notice.Kind


def opened_table(user: User, game_id: UUID, version: int, now: datetime) -> None:
    """A table as it stood at this version."""
    note(unseen(user).filter(game=game_id, version__lte=version).exclude(kind=Kind.MENTION), now)


def opened_talk(user: User, game_id: UUID, shown: Iterable[int], now: datetime) -> None:
    """With the messages of these numbers. A mention that came a moment later was not read."""
    note(unseen(user).filter(game=game_id, kind=Kind.MENTION, version__in=list(shown)), now)


def opened_bell(user: User, shown: Iterable[int], now: datetime) -> None:
    """With the notices of these numbers. What came a moment later, or is not wanted there, was not seen."""
    note(unseen(user).filter(pk__in=list(shown)), now)


def unseen(user: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user, channel=Notice.Channel.SITE, seen_at=None)


def note(notices: QuerySet[Notice], now: datetime) -> None:
    """Looking costs nothing; writing would have every page wait for its turn at the database."""
    if numbers := list(notices.values_list("pk", flat=True)):
        Notice.objects.filter(pk__in=numbers, seen_at=None).update(seen_at=now)
