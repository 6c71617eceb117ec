"""When a channel fails: another one steps in, and the reader is told on the site."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from games.models import Notice, NoticeSettings, Webhook
from games.services.notices.claims import mine
from games.services.notices.reaching import Reader
from games.services.notices.telling import call_for, row

Channel, State = Notice.Channel, Notice.State

STAND_INS = (Channel.PUSH, Channel.MAIL)
UNDER_WAY = {State.WAITING, State.CLAIMED, State.SENT}
WEBHOOK_FAILURES = 3
"""In a row, each after all its attempts; then nothing is sent there until its owner says so."""


@transaction.atomic
def fail(batch: Sequence[Notice], reader: Reader, reason: str, now: datetime, *, for_good: bool = False) -> None:
    """Give a message up, and reach its reader in another way; both or neither, whoever dies meanwhile."""
    channel = batch[0].channel
    bounced = for_good and channel == Channel.MAIL
    mine(batch).update(state=State.BOUNCED if bounced else State.FAILED, reason=reason)
    note_failure(channel, reader, now, for_good=for_good)
    for notice in batch:
        step_in(notice, reader, now)
        siblings(notice).filter(channel=Channel.SITE).update(instead_of=channel)


def note_failure(channel: str, reader: Reader, now: datetime, *, for_good: bool) -> None:
    """What is sure to fail is not tried again. Browsers that are gone are forgotten by the channel itself."""
    if channel == Channel.MAIL and for_good:
        NoticeSettings.objects.update_or_create(user=reader.user, defaults={"mail_broken_at": now})
    if channel == Channel.WEBHOOK:
        hook = Webhook.objects.filter(pk=reader.user.pk)
        hook.update(failures=F("failures") + 1)
        broken = hook if for_good else hook.filter(failures__gte=WEBHOOK_FAILURES)
        broken.filter(broken_at=None).update(broken_at=now)


def step_in(notice: Notice, reader: Reader, now: datetime) -> None:
    """Send the same through the next channel that works, unless one does so already."""
    states = dict(siblings(notice).values_list("channel", "state"))
    for channel in STAND_INS:
        if channel == notice.channel or channel not in reader.channels or reader.refuses(notice.kind, channel):
            continue
        if channel not in states:
            instead = row(notice.kind, notice.game, reader, notice.version, now, channel)
            instead.instead_of = notice.channel
            Notice.objects.bulk_create([instead], ignore_conflicts=True)
            call_for([instead], now)
            return
        if states[channel] in UNDER_WAY:
            return


def siblings(notice: Notice) -> QuerySet[Notice]:
    """The same news for the same reader, through whatever channel."""
    return Notice.objects.filter(user=notice.user_id, kind=notice.kind, game=notice.game_id, version=notice.version)
