"""E-mail addresses: one that counts, perhaps one that waits to take its place, none that counts before its time.

django-allauth keeps a row for each. The primary one is `User.email`, too.
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.services.notices.changing import mend_mail

MOST_ACCOUNTS = 3
"""With one address that nobody has confirmed, as far as a mail about forgotten passwords tells."""


def confirmed() -> Exists:
    """Whether the addresses of the users asked for are confirmed."""
    return Exists(EmailAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"), verified=True))


def is_confirmed(user: User) -> bool:
    return bool(user.email) and EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists()


def waiting_address(user: User) -> EmailAddress | None:
    """The one that is to be confirmed."""
    return EmailAddress.objects.filter(user=user, verified=False).order_by("-pk").first()


# --- whose is it -------------------------------------------------------------------------------


def holder_of(address: str) -> User | None:
    """Who has confirmed it. An address that nobody has confirmed speaks for an account only if no other has it."""
    holders = holders_of(address)
    return holders[0] if len(holders) == 1 else None


def holders_of(address: str) -> list[User]:
    """Whoever has confirmed it, or else the accounts that it was given for."""
    has_a_way_in = Q(is_active=True) | Q(deletion_due__isnull=False)
    known = User.objects.filter(has_a_way_in, email=address.strip().lower(), is_guest=False)
    return list(known.filter(confirmed())) or list(known.order_by("pk")[:MOST_ACCOUNTS])


def belongs_to_somebody_else(address: EmailAddress) -> bool:
    return EmailAddress.objects.filter(email=address.email, verified=True).exclude(user=address.user_id).exists()


# --- changing ----------------------------------------------------------------------------------


@transaction.atomic
def set_address(*, user: User, address: str) -> EmailAddress | None:
    """Note an address that is to be confirmed. It takes the place of a confirmed one only then.

    An empty one means that the account has none from now on.
    """
    User.objects.select_for_update().get(pk=user.pk)
    address = address.strip().lower()
    rows = EmailAddress.objects.filter(user=user)
    if not address:
        rows.delete()
        keep_as_own(user, "")
        return None
    known = rows.filter(email=address).first()
    if known and known.verified:
        rows.filter(verified=False).delete()
        return known
    rows.filter(verified=False).exclude(email=address).delete()
    is_first = not rows.filter(verified=True).exists()
    row, _made = EmailAddress.objects.get_or_create(user=user, email=address, defaults={"primary": is_first})
    if is_first:
        keep_as_own(user, address)
    return row


def keep_as_own(user: User, address: str) -> None:
    user.email = address
    user.save(update_fields=["email"])
    mend_mail(user)


def heed_new_address(user: User) -> None:
    """Mails that came back from the old address say nothing of the new one."""
    mend_mail(user)


def trust_mailed_address(user: User) -> None:
    """Whoever opens a link that was mailed to an address reads its mail; where an operator reads it, nobody knows."""
    if not settings.MAIL_ARRIVES:
        return
    row = EmailAddress.objects.filter(user=user, email=user.email, verified=False).first()
    if row is not None:
        row.set_verified()


def leave_waiting(*, user: User) -> None:
    """Go on with the confirmed address; one that waits is forgotten."""
    EmailAddress.objects.filter(user=user, verified=False, primary=False).delete()
