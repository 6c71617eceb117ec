"""Deleting an account: closed at once, forgotten after two weeks, in which its owner can have it back."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import Dispatch, User
from accounts.services.dispatches import tell_owner
from accounts.services.moderation import end_sessions
from games.services import goodbye
from games.services.waking import send

GRACE = timedelta(days=14)


@transaction.atomic
def ask_deletion(*, user: User, now: datetime) -> User:
    """Close the account: no session and no token works from now on, and its games go on without it.

    A guest has nothing that could come back to them, and is forgotten as soon as a worker gets to it.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_leaving:
        return user
    user.deletion_due = now if user.is_guest else now + GRACE
    user.is_active = False
    user.save(update_fields=["deletion_due", "is_active"])
    end_sessions(user)
    if user.is_guest:
        transaction.on_commit(lambda: send("accounts.tasks.forget_account", user.pk))
    else:
        tell_owner(user=user, kind=Dispatch.Kind.DELETION_ASKED, now=now)
        transaction.on_commit(lambda: send("accounts.tasks.withdraw_account", user.pk))
    return user


@transaction.atomic
def keep_account(*, user: User, now: datetime) -> User:
    """Have it back as it was, but for the games that it has left. Raises ValidationError."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.deleted_at is not None or user.deletion_due is None or user.deletion_due <= now:
        raise ValidationError(_("It is too late: this account cannot be brought back any more."))
    user.deletion_due = None
    user.is_active = True
    user.save(update_fields=["deletion_due", "is_active"])
    tell_owner(user=user, kind=Dispatch.Kind.DELETION_UNDONE, now=now)
    return user


def withdraw(*, user_id: int, now: datetime) -> None:
    """Let nobody wait for somebody who has left."""
    user = User.objects.filter(pk=user_id).first()
    if user and user.is_leaving:
        goodbye.withdraw(user=user, now=now)


def still_seated() -> list[int]:
    """Accounts that are closed, yet awaited at a table: the call was lost, or a game began meanwhile."""
    awaited = Exists(goodbye.seats_awaited().filter(user=OuterRef("pk")))
    closed = User.objects.filter(awaited, is_active=False).exclude(deletion_due=None)
    return list(closed.values_list("pk", flat=True))


def is_last_operator(user: User) -> bool:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()
