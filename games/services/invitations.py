"""Mail to people who are invited by their address."""

import hashlib
import logging
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from redis.exceptions import RedisError

from accounts.models import Block, User
from games.channels import mail
from games.channels.addresses import absolute
from games.channels.trouble import Temporary, Trouble
from games.models import Game, Invitation, QuietAddress
from games.services.refusals import TooMany

logger = logging.getLogger(__name__)

MAILS_BY_A_HOST, MAILS_TO_AN_ADDRESS = 20, 3
"""A day."""
A_DAY = 24 * 60 * 60

PATIENCE = timedelta(minutes=5)
"""After that the task that should have sent the mail, or whoever claimed it, counts as lost."""
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 60, 240, 720))
ATTEMPTS = len(BACK_OFF) + 1


def spend_allowance(host: User, addresses: list[str], now: datetime) -> None:
    """Count mails that a host causes, and mails that an address gets, whatever becomes of the tables; or refuse."""
    day = now.date().isoformat()
    hashes = list(map(fingerprint, addresses))
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
    """Send the mail of an invitation. A claim comes first, so that no two workers send it; it dies with its holder."""
    claim = free_to_mail(now).filter(pk=invitation_id)
    if not claim.update(due_at=now + PATIENCE, attempts=F("attempts") + 1):
        return False
    own = Invitation.objects.filter(pk=invitation_id)
    invitation = own.select_related("game__host").get()
    sent = False
    # Attempts whose worker died are attempts, too.
    if invitation.attempts <= ATTEMPTS and not is_unwelcome(invitation):
        try:
            mail.send(invitation_message(invitation, now))
            sent = True
        except Trouble as trouble:
            logger.warning("Invitation %s cannot be mailed: %s", invitation_id, trouble)
            if isinstance(trouble, Temporary) and invitation.attempts < ATTEMPTS:
                own.update(due_at=now + BACK_OFF[invitation.attempts - 1])
                return False
    own.update(mailed_at=now)
    return sent


def invitation_message(invitation: Invitation, now: datetime) -> mail.Mail:
    """In the site's language, as nothing is known of the reader."""
    game = invitation.game
    with override(settings.LANGUAGE_CODE):
        off = absolute(reverse("pages:no-invitations", args=[no_more_token(invitation.address)]))
        said: dict[str, Any] = {
            "host": game.host.username if game.host else "",
            "title": _(game.rules.title),
            "address": table_address(game.pk, invitation.token),
            "off": off,
        }
        return mail.written(
            "invitation",
            to=invitation.address,
            subject=_("%(host)s invites you to play %(title)s") % said,
            context=said,
            headers={
                "Message-ID": mail.message_id("invitation", invitation.pk),
                **mail.thread_of(game),
                **mail.unsubscribing(off),
                "Date": format_datetime(now),
            },
        )


def table_address(game_id: UUID, token: str) -> str:
    return absolute(f"/table/{game_id}/?link={token}")


def free_to_mail(now: datetime) -> QuerySet[Invitation]:
    """What nobody has mailed, or is mailing just now, and what is not to wait."""
    free = Q(due_at=None) | Q(due_at__lte=now)
    return Invitation.objects.filter(free, mailed_at=None, game__status=Game.Status.OPEN).exclude(address="")


def not_mailed(*, now: datetime) -> list[int]:
    return list(free_to_mail(now).filter(created_at__lte=now - PATIENCE).values_list("pk", flat=True))


# --- no more of them ---------------------------------------------------------------------------

SALT = "games.invitations"


def fingerprint(address: str) -> str:
    return hashlib.sha256(address.strip().casefold().encode()).hexdigest()


def no_more_token(address: str) -> str:
    """Lets whoever reads the mails of this address, and nobody else, turn them off."""
    return signing.dumps(fingerprint(address), salt=SALT)


def read_no_more(token: str) -> str | None:
    """The fingerprint of the address that a token is for."""
    try:
        return str(signing.loads(token, salt=SALT))
    except signing.BadSignature:
        return None


def want_no_more(digest: str, now: datetime) -> None:
    """Never mail an invitation to this address again; asking twice changes nothing."""
    QuietAddress.objects.get_or_create(digest=digest, defaults={"at": now})


def want_them_again(digest: str) -> None:
    QuietAddress.objects.filter(digest=digest).delete()


def wants_no_more(digest: str) -> bool:
    return QuietAddress.objects.filter(digest=digest).exists()


def is_unwelcome(invitation: Invitation) -> bool:
    """Whether whoever reads this address wants none, or none of this host, who does not learn of it."""
    theirs = Block.objects.filter(blocker__email__iexact=invitation.address, blocked=invitation.game.host_id)
    return wants_no_more(fingerprint(invitation.address)) or theirs.exists()
