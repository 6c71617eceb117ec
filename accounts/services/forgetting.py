"""The end of a deleted account: the row stays for the games of others, and nothing says whose it was.

Whatever would be deleted with the row is deleted; whatever would outlive it is not theirs alone, and points to a player
without a name from then on. It is one transaction: whoever dies half-way has done nothing, and another begins anew.
"""

import base64
import hashlib
import logging
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection, models, transaction
from django.db.models import Q

from accounts.channels.leaving import farewell
from accounts.models import Case, Dispatch, Measure, User
from accounts.services import mailbox
from accounts.services.addresses import is_confirmed
from accounts.services.rewording import Marks, marks_of, reword
from games.channels import mail
from games.channels.trouble import Trouble
from games.services import forgetting as at_the_tables
from games.services import goodbye
from games.services.notices.reaching import speaking_to

logger = logging.getLogger(__name__)

NAMED = "former-player-"
WRITTEN = ("reason", "note", "objection", "lift_reason", "removed")
"""Of a measure."""
KEPT: set[type[models.Model]] = {LogEntry}
"""What an operator did stays on record, though Django would delete it with their row."""


def due(*, now: datetime) -> list[int]:
    over = User.objects.filter(deletion_due__lte=now, deleted_at=None, is_active=False)
    return list(over.order_by("deletion_due").values_list("pk", flat=True))


def forget_account(*, user_id: int, now: datetime) -> bool:
    """Whether an account whose time has come is forgotten now."""
    if user_id not in due(now=now):
        return False
    user = User.objects.get(pk=user_id)
    goodbye.withdraw(user=user, now=now)
    marks = marks_of(names_of(user), addresses_of(user), made_up_name(user))
    mailbox.remove(lambda kept: any(mark.is_in(text) for mark in marks for text in (kept.to, kept.subject, kept.text)))
    forget_sessions(user)  # a long look, and nothing that a rest of the account would miss
    last_words = farewell_to(user, now)
    forgotten = forget(user_id, marks, now)
    if forgotten and last_words:
        try:
            mail.send(last_words)
        except Trouble:  # nothing is kept for longer because a mail server is down
            logger.warning("The owner of a deleted account could not be told.")
    return forgotten


def farewell_to(user: User, now: datetime) -> mail.Mail | None:
    """Not where mails lie in a folder: that is no place for one to somebody who is forgotten."""
    if mailbox.has_mailbox() or not is_confirmed(user):
        return None
    with speaking_to(user):
        return farewell(user, now)


@transaction.atomic
def forget(user_id: int, marks: Marks, now: datetime) -> bool:
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.is_leaving or user.deletion_due is None or user.deletion_due > now:  # somebody else was quicker
        return False
    overwrite_what_is_deleted()
    at_the_tables.forget(user=user, marks=marks)
    forget_log(user, marks)
    forget_cases(user, marks)
    forget_dispatches(marks)
    forget_what_is_theirs(user)
    empty_row(user, marks.new_name, now)
    return True


def overwrite_what_is_deleted() -> None:
    """SQLite would leave it in its file until something else needs the room."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")


def made_up_name(user: User) -> str:
    """It says nothing of whose it was, not even to somebody who knows the number of the row."""
    digest = hashlib.sha256(f"{settings.SECRET_KEY} former player {user.pk}".encode()).digest()
    letters_of_it = base64.b32encode(digest).decode().lower()
    for length in range(6, len(letters_of_it)):
        name = NAMED + letters_of_it[:length]
        if not User.objects.filter(username__iexact=name).exclude(pk=user.pk).exists():
            return name
    raise RuntimeError("There is no name left for a former player.")


def names_of(user: User) -> set[str]:
    """What they are called and were called before, whoever wanted it otherwise."""
    former = user.former_names.values_list("name", flat=True)
    return {user.username, *former, *user.measures.values_list("old_name", flat=True)}


def addresses_of(user: User) -> set[str]:
    return {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}


def forget_log(user: User, marks: Marks) -> None:
    """The operators' log says what was done, not to whom."""
    own = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    own.update(object_repr=marks.new_name)
    reword(LogEntry, "object_repr", marks)
    reword(LogEntry, "change_message", marks)


def forget_cases(user: User, marks: Marks) -> None:
    """What was done and when is the moderators' history; what was written about somebody is not."""
    user.cases.update(note="")
    user.measures.update(**dict.fromkeys([*WRITTEN, "old_name"], ""))
    reword(Case, "note", marks)
    for field in WRITTEN:
        reword(Measure, field, marks)


def forget_sessions(user: User) -> None:
    """They were worth nothing since the account was closed; what they hold is coded, but not secret."""
    for session in Session.objects.iterator(chunk_size=500):
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


def forget_dispatches(marks: Marks) -> None:
    """Mails still to be sent, to an address or for a name that somebody typed."""
    for mark in marks:
        Dispatch.objects.filter(Q(to__iexact=mark.text) | Q(said__login__iexact=mark.text)).delete()


def forget_what_is_theirs(user: User) -> None:
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and goes_with_them(relation):
            theirs = relation.related_model._base_manager.filter(**{relation.field.name: user})
            theirs.delete()


def goes_with_them(relation: models.ManyToOneRel) -> bool:
    return relation.on_delete is models.CASCADE and relation.related_model not in KEPT


def empty_row(user: User, new_name: str, now: datetime) -> None:
    """Every text goes back to what it was before anybody wrote it."""
    for field in User._meta.concrete_fields:
        if isinstance(field, models.CharField | models.TextField | models.JSONField):
            setattr(user, field.attname, blank(field))
    user.username = new_name
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.last_here = user.deletion_due = user.suspended_until = user.muted_until = None
    user.deleted_at = now
    user.save()


def blank(field: "models.Field[Any, Any]") -> Any:
    return None if field.null else field.get_default()
