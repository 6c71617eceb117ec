"""Sending what is due: claim, look whether it is still needed, send, mark.

Whoever dies in between leaves a claim behind, which the sweep gives back. Only a message that went out without being
marked goes out a second time; it is counted by `perhaps_twice`.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction

from games.channels import mail, push, webhook
from games.channels.trouble import Permanent, Temporary, Trouble
from games.models import Notice
from games.services.notices import reasons
from games.services.notices.claims import claim, mine, release, wait
from games.services.notices.failing import fail, step_in
from games.services.notices.limiting import free_at
from games.services.notices.needing import OF_A_TURN, objections
from games.services.notices.reaching import Reader, readers, speaking_to
from games.services.notices.telling import OUTSIDE
from games.services.notices.timing import awake

logger = logging.getLogger(__name__)

Channel, State = Notice.Channel, Notice.State

BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
ATTEMPTS = len(BACK_OFF) + 1
MESSAGES_IN_A_ROW = 10
"""So that they are sent before `PATIENCE` is over, however slow the server is."""


def deliver(*, user_id: int, now: datetime) -> int:
    """Send this person what is due, through all channels; returns how many messages went out."""
    due = Notice.objects.filter(user=user_id, state=State.WAITING, due_at__lte=now)
    channels = set(due.order_by().values_list("channel", flat=True))
    return sum(deliver_by(channel, user_id=user_id, now=now) for channel in OUTSIDE if channel in channels)


def deliver_by(channel: str, *, user_id: int, now: datetime) -> int:
    sent = 0
    with suppress(Trouble):  # the next sweep asks again: a server in trouble must not keep a worker from everybody else
        for _message in range(MESSAGES_IN_A_ROW):
            batch = claim(channel, user_id, now)
            if not batch:
                break
            sent += handle(channel, batch, now)
    return sent


def sender(channel: str) -> Callable[..., str]:
    return {Channel.MAIL: mail.deliver, Channel.PUSH: push.deliver, Channel.WEBHOOK: webhook.deliver}[Channel(channel)]


# --- sending -----------------------------------------------------------------------------------


def handle(channel: str, batch: list[Notice], now: datetime) -> bool:
    """Send what is still needed of a claimed batch; whether a message went out. Trouble is noted, then raised."""
    [reader] = readers([batch[0].user_id])
    for notice in batch:
        notice.user = reader.user
    batch = drop_what_is_not_needed(batch, reader, now)
    batch = give_up_what_kills_its_senders(batch, reader, now)
    batch = hold_back_what_is_too_early(batch, reader, now)
    if not any(notice.due_at <= now for notice in batch):  # what called for a message was not needed after all
        release(batch)
        return False
    if channel == Channel.MAIL and (later := free_at(batch, now)):
        wait(batch, later, reasons.ENOUGH_MAIL)
        return False
    return send(channel, batch, reader, now)


def drop_what_is_not_needed(batch: list[Notice], reader: Reader, now: datetime) -> list[Notice]:
    objected = objections(batch, reader, now)
    for notice in batch:
        if reason := objected.get(notice.pk):
            with transaction.atomic():
                mine([notice]).update(state=State.SUPPRESSED, reason=reason)
                if reason == reasons.NO_CHANNEL:
                    step_in(notice, reader, now)
    return [notice for notice in batch if notice.pk not in objected]


def give_up_what_kills_its_senders(batch: list[Notice], reader: Reader, now: datetime) -> list[Notice]:
    """Attempts that end in a lost claim are attempts, too."""
    if deadly := [notice for notice in batch if notice.attempts > ATTEMPTS]:
        fail(deadly, reader, reasons.LOST, now)
    return [notice for notice in batch if notice not in deadly]


def hold_back_what_is_too_early(batch: list[Notice], reader: Reader, now: datetime) -> list[Notice]:
    """Quiet hours may have begun, or been chosen, since it was planned."""
    ready = []
    for notice in batch:
        later = awake(notice.kind, notice.channel, reader, notice.game.deadline, now)
        if later > now:
            wait([notice], later, reasons.QUIET)
        else:
            ready.append(notice)
    return ready


def send(channel: str, batch: list[Notice], reader: Reader, now: datetime) -> bool:
    try:
        with speaking_to(reader.user):
            message_id = sender(channel)(reader.user, batch, now)
    except Permanent as trouble:
        fail(batch, reader, trouble.reason, now, for_good=True)
        raise
    except Temporary as trouble:
        try_again(batch, reader, trouble.reason, now)
        raise
    except Exception:  # a mistake of ours must not keep the others waiting
        logger.exception("A message by %s could not be made.", channel)
        try_again(batch, reader, reasons.BROKEN, now)
    else:
        # Also what was given back meanwhile, because we were slow: it went out.
        mine(batch, states=(State.CLAIMED, State.WAITING)).update(
            state=State.SENT, sent_at=now, message_id=message_id, reason=""
        )
        return True
    return False


def try_again(batch: Sequence[Notice], reader: Reader, reason: str, now: datetime) -> None:
    """A little later each time, and not for ever: nor when the turn would be over by then."""
    for notice in batch:
        again = now + BACK_OFF[notice.attempts - 1] if notice.attempts < ATTEMPTS else None
        if again is None or ends_before(notice, again):
            fail([notice], reader, reason, now)
        else:
            mine([notice]).update(state=State.WAITING, due_at=again, reason=reason)


def ends_before(notice: Notice, at: datetime) -> bool:
    """Whether this is about a turn that runs out by then."""
    deadline = notice.game.deadline
    return notice.kind in OF_A_TURN and deadline is not None and deadline <= at


def waiting_for(channel: str, *, now: datetime) -> list[int]:
    """People for whom something is due, whoever waits longest first."""
    due = Notice.objects.filter(state=State.WAITING, channel=channel, due_at__lte=now).order_by("due_at")
    return list(dict.fromkeys(due.values_list("user_id", flat=True)[:1000]))
