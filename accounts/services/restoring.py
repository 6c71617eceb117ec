"""The way back into an account that is to be deleted: a signed address, which holds until the day of that deletion."""

from django.core import signing
from django.urls import reverse

from accounts.models import User

SALT = "accounts.restore"


def restore_token(user: User) -> str:
    """For whoever reads the mails of this account or has just proved to be its owner, and for this deletion only."""
    return signing.dumps([user.pk, stamp(user)], salt=SALT)


def restore_path(user: User) -> str:
    return reverse("account:restore", args=[restore_token(user)])


def account_of(token: str) -> User | None:
    """The account that this token can bring back."""
    try:
        pk, stamped = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=pk, deleted_at=None).exclude(deletion_due=None).first()
    return user if user and stamp(user) == stamped else None


def stamp(user: User) -> str:
    return user.deletion_due.isoformat() if user.deletion_due else ""
