"""Mails about accounts: a row first, so that none is lost, and a worker that sends it."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from accounts.channels import leaving, security
from accounts.models import Dispatch, User
from accounts.services.addresses import is_confirmed
from accounts.services.zones import zone_of
from games.channels import mail
from games.channels.trouble import Temporary, Trouble
from games.services.waking import send

logger = logging.getLogger(__name__)

Kind = Dispatch.Kind

PATIENCE = timedelta(minutes=5)
"""After that whoever claimed a mail counts as dead."""
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
ATTEMPTS = len(BACK_OFF) + 1


# --- writing them down -------------------------------------------------------------------------


def ask_to_confirm(*, address: EmailAddress, now: datetime) -> Dispatch:
    """A link that confirms the address; or, if another account has it, a word to its owner."""
    user = User.objects.get(pk=address.user_id)
    return put(Kind.CONFIRM, now, user=user, to=address.email)


def ask_for_reset(*, login: str, now: datetime) -> Dispatch:
    """The same row for every name and address, whether there is such an account or not."""
    return put(Kind.RESET, now, said={"login": login})


def tell_of_change(*, user: User, what: str, to: str, now: datetime, said: Mapping[str, str]) -> Dispatch:
    return put(Kind.CHANGED, now, user=user, to=to, said={"what": what, **said})


def tell_owner(*, user: User, kind: str, now: datetime) -> None:
    """Of their data or the end of their account; only to an address that is known to be theirs."""
    if is_confirmed(user):
        put(kind, now, user=user, to=user.email)


def put(
    kind: str, now: datetime, *, user: User | None = None, to: str = "", said: Mapping[str, str] | None = None
) -> Dispatch:
    spoken = (user.language if user else "") or translation.get_language() or settings.LANGUAGE_CODE
    row = Dispatch.objects.create(
        kind=kind, user=user, to=to, said=dict(said or {}), language=spoken, created_at=now, due_at=now
    )
    transaction.on_commit(lambda: send("accounts.tasks.deliver_dispatch", row.pk))
    return row


# --- sending them ------------------------------------------------------------------------------


def due(*, now: datetime) -> list[int]:
    return list(Dispatch.objects.filter(due_at__lte=now).values_list("pk", flat=True))


def deliver(*, dispatch_id: int, now: datetime) -> int:
    """How many mails went out. A claim comes first, so that no two workers send them; it dies with its holder."""
    own = Dispatch.objects.filter(pk=dispatch_id)
    if not own.filter(due_at__lte=now).update(due_at=now + PATIENCE, attempts=F("attempts") + 1):
        return 0
    row = own.select_related("user").get()
    try:
        with translation.override(row.language), timezone.override(zone_of(row.user)):
            channel = leaving if row.kind in leaving.WRITERS else security
            messages = channel.messages(row, now)
            for message in messages:
                mail.send(message)
    except Trouble as trouble:
        logger.warning("A mail about an account (%s) cannot be sent: %s", row.kind, trouble)
        if isinstance(trouble, Temporary) and row.attempts < ATTEMPTS:
            own.update(due_at=now + BACK_OFF[row.attempts - 1])
            return 0
        messages = []
    own.delete()
    return len(messages)
