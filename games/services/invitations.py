"""Mail to people who are invited by their address."""

import hashlib
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override
from redis.exceptions import RedisError

from accounts.models import User
from games.models import Game, Invitation
from games.services.refusals import TooMany

MAILS_BY_A_HOST, MAILS_TO_AN_ADDRESS = 20, 3
"""A day."""
A_DAY = 24 * 60 * 60

PATIENCE = timedelta(minutes=5)
"""After that the task that should have sent the mail counts as lost."""


def spend_allowance(host: User, addresses: list[str], now: datetime) -> None:
    """Count mails that a host causes, and mails that an address gets, whatever becomes of the tables; or refuse."""
    day = now.date().isoformat()
    hashes = [hashlib.sha256(address.casefold().encode()).hexdigest() for address in addresses]
    counted = [(f"mails-to:{day}:{digest}", MAILS_TO_AN_ADDRESS) for digest in hashes]
    counted += [(f"mails-by:{day}:{host.pk}", MAILS_BY_A_HOST)] * len(addresses)
    if any(count(key) > most for key, most in counted):
        raise TooMany(_("That is enough mail for one day: send the link of the table yourself."))


def count(key: str) -> int:
    """How often this happened today, now included; a cache that is away is no reason to turn anybody down."""
    try:
        cache.add(key, 0, timeout=A_DAY)
        return int(cache.incr(key))
    except (RedisError, OSError, ValueError):
        return 0


def mail_invitation(*, invitation_id: int, now: datetime) -> bool:
    """Send the mail of an invitation, once. The claim comes first, so that no two workers send it."""
    open_for_mail = Invitation.objects.filter(mailed_at=None, game__status=Game.Status.OPEN).exclude(address="")
    if not open_for_mail.filter(pk=invitation_id).update(mailed_at=now):
        return False
    invitation = Invitation.objects.select_related("game__host").get(pk=invitation_id)
    try:
        invitation_message(invitation).send()
    except OSError:  # what smtplib raises, too: let the sweep try again
        Invitation.objects.filter(pk=invitation_id).update(mailed_at=None)
        raise
    return True


def invitation_message(invitation: Invitation) -> EmailMessage:
    """In the site's language, as nothing is known of the reader."""
    game = invitation.game
    with override(settings.LANGUAGE_CODE):
        context: dict[str, Any] = {
            "host": game.host.username if game.host else "",
            "title": game.rules.title,
            "address": table_address(game.pk, invitation.token),
        }
        subject = _("%(host)s invites you to play %(title)s") % context
        one_line = " ".join(subject.split())
        return EmailMessage(one_line, render_to_string("mails/invitation.txt", context), to=[invitation.address])


def table_address(game_id: UUID, token: str) -> str:
    site = settings.SITE_URL.geturl() if settings.SITE_URL else f"http://127.0.0.1:{settings.PORT}"
    return f"{site.rstrip('/')}/table/{game_id}/?link={token}"


def not_mailed(*, now: datetime) -> list[int]:
    waiting = Invitation.objects.filter(mailed_at=None, created_at__lte=now - PATIENCE, game__status=Game.Status.OPEN)
    return list(waiting.exclude(address="").values_list("pk", flat=True))
