"""No more than so many mails an hour for anybody."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce

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
    counted = Q(state=State.CLAIMED) | Q(state=State.SENT, sent_at__gt=now - AN_HOUR)
    times = sorted(dict(mails.filter(counted).values_list("claim", Coalesce("sent_at", "claimed_at"))).values())
    return None if len(times) < most else times[-most] + AN_HOUR
