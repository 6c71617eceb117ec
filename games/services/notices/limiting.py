"""No more than so many mails an hour for anybody."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Notice
from games.services.notices.timing import REMINDERS

State = Notice.State

MAILS_AN_HOUR = 6
FOR_REMINDERS = 1
"""Of these, so many are kept for reminders, which cannot wait."""
AN_HOUR = timedelta(hours=1)


def free_at(batch: Sequence[Notice], now: datetime) -> datetime | None:
    """When these claimed notices may go out as a mail, if not now. Mails that others send just now count, too."""
    urgent = any(notice.kind in REMINDERS for notice in batch)
    most = MAILS_AN_HOUR if urgent else MAILS_AN_HOUR - FOR_REMINDERS
    mails = Notice.objects.filter(user=batch[0].user_id, channel=Notice.Channel.MAIL).exclude(claim=batch[0].claim)
    being_sent = mails.filter(state=State.CLAIMED).values_list("claim", "claimed_at")
    sent = mails.filter(state=State.SENT, sent_at__gt=now - AN_HOUR).values_list("claim", "sent_at")
    times = sorted({claim: at for claim, at in [*being_sent, *sent] if at is not None}.values())
    return None if len(times) < most else times[-most] + AN_HOUR
