"""Telling people something: rows, written in the transaction in which it happened. Sending is the workers' part."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction

from games import live
from games.models import Game, Notice
from games.services.notices.reaching import Reader, readers
from games.services.notices.reasons import UNWANTED
from games.services.notices.timing import planned
from games.services.waking import send

Channel, State = Notice.Channel, Notice.State
OUTSIDE = (Channel.PUSH, Channel.MAIL, Channel.WEBHOOK)

SOON = timedelta(minutes=1)
"""What is due within that time is called for; the rest is found by the sweep."""


def tell(
    kind: str,
    game: Game,
    user_ids: Iterable[int],
    version: int,
    now: datetime,
    *,
    channels: Collection[str] = OUTSIDE,
) -> None:
    """Tell these people on the site, and through whichever of these channels they have and want."""
    tell_all([(kind, user_ids)], game, version, now, channels=channels)


def tell_all(
    news: Iterable[tuple[str, Iterable[int]]],
    game: Game,
    version: int,
    now: datetime,
    *,
    channels: Collection[str] = OUTSIDE,
) -> None:
    """Several kinds at once, with two queries in all."""
    whom = [(kind, user_id) for kind, user_ids in news for user_id in user_ids]
    if not whom:
        return
    found = {reader.user.pk: reader for reader in readers({user_id for _kind, user_id in whom})}
    rows = [
        row
        for kind, user_id in whom
        if user_id in found
        for row in notices(kind, game, found[user_id], version, now, channels)
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    ring(rows, game)
    call_for(rows, now)


def ring(rows: Iterable[Notice], game: Game) -> None:
    """Have open pages count their bell anew, after the commit."""
    users = {row.user_id for row in rows if row.channel == Channel.SITE and row.state == State.SENT}
    transaction.on_commit(lambda: live.tell(users, "noticed", game.pk))


def notices(
    kind: str, game: Game, reader: Reader, version: int, now: datetime, channels: Collection[str]
) -> list[Notice]:
    """One for the site, which always has it and knows whether it was seen, and one for each other channel."""
    on_site = row(kind, game, reader, version, now, Channel.SITE)
    on_site.sent_at = now
    if reader.wants(kind, Channel.SITE):
        on_site.state = State.SENT
    else:
        on_site.state, on_site.reason = State.SUPPRESSED, UNWANTED
    outside = [channel for channel in channels if channel in reader.channels and reader.wants(kind, channel)]
    return [on_site, *(row(kind, game, reader, version, now, channel) for channel in outside)]


def row(kind: str, game: Game, reader: Reader, version: int, now: datetime, channel: str) -> Notice:
    due_at, reason = planned(kind, channel, reader, game.deadline, now)
    return Notice(
        user=reader.user,
        kind=kind,
        game=game,
        version=version,
        channel=channel,
        created_at=now,
        due_at=due_at,
        reason=reason,
    )


def call_for(rows: Iterable[Notice], now: datetime) -> None:
    """After the commit, have a worker look when all of each reader's that are due soon are due."""
    soon: dict[int, datetime] = {}
    for notice in rows:
        if notice.state == State.WAITING and notice.due_at <= now + SOON:
            soon[notice.user_id] = max(notice.due_at, soon.get(notice.user_id, notice.due_at))
    for user_id, at in soon.items():
        wait = max(0.0, (at - now).total_seconds())
        transaction.on_commit(lambda pk=user_id, wait=wait: send("games.tasks.deliver_notices", pk, wait=wait))  # type: ignore[misc]
