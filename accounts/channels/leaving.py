"""The mails of an account whose owner takes their data away, or leaves."""

from collections.abc import Callable
from datetime import datetime
from email.utils import format_datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.channels.security import letter
from accounts.models import Dispatch, User
from accounts.services.restoring import restore_path
from games.channels.mail import Mail, message_id, written
from games.channels.moments import when

Kind = Dispatch.Kind


def messages(row: Dispatch, now: datetime) -> list[Mail]:
    """None where what it would say does not hold any more."""
    message = WRITERS[row.kind](row, row.user, now) if row.user else None
    return [message] if message else []


def export_ready(row: Dispatch, user: User, now: datetime) -> Mail | None:
    export = next((export for export in user.exports.all() if export.can_be_had(now)), None)
    if export is None or export.expires_at is None:
        return None
    said = {"until": when(export.expires_at)}
    return letter(
        row,
        now,
        to=row.to,
        subject=_("Your data is ready"),
        paragraphs=[
            hello(user),
            _("The file with all that we keep of you is packed. You can download it until %(until)s.") % said,
        ],
        label=_("To your data"),
        path=reverse("account:data"),
        foot=_("You get this mail because somebody who is signed in to your account asked for the file."),
    )


def deletion_asked(row: Dispatch, user: User, now: datetime) -> Mail | None:
    if user.deletion_due is None or user.deletion_due <= now:
        return None
    said = {"until": when(user.deletion_due)}
    return letter(
        row,
        now,
        to=row.to,
        subject=_("Your account is to be deleted"),
        paragraphs=[
            hello(user),
            _("Your account is closed, as you asked, and will be forgotten on %(until)s.") % said,
            _("If you change your mind before that, or if it was not you who asked, keep it:"),
        ],
        label=_("Keep my account"),
        path=restore_path(user),
        foot=_("You get this mail because it is about the safety of your account; it cannot be turned off."),
    )


def deletion_undone(row: Dispatch, user: User, now: datetime) -> Mail | None:
    if user.is_leaving:
        return None
    return letter(
        row,
        now,
        to=row.to,
        subject=_("You keep your account"),
        paragraphs=[
            hello(user),
            _("Your account is not going to be deleted any more, and you can sign in as before."),
            _("If it was not you who wanted it back, set a new password at once."),
        ],
        label=_("Sign in"),
        path=reverse("account:sign-in"),
        foot=_("You get this mail because it is about the safety of your account; it cannot be turned off."),
    )


def farewell(user: User, now: datetime) -> Mail:
    """Written while it is known whom it is for, and sent when it is true."""
    return written(
        "account",
        to=user.email,
        subject=_("Your account has been deleted"),
        context={
            "paragraphs": [
                hello(user),
                _("Your account is deleted now, and who you were is forgotten. Your games stay under a made-up name."),
                _("Thank you for playing. You are welcome to come back at any time, as somebody new."),
            ],
            "foot": _("This is the last mail to this address; we have just deleted it."),
        },
        headers={"Message-ID": message_id("farewell", user.pk), "Date": format_datetime(now)},
    )


def hello(user: User) -> str:
    return _("Hello %(name)s,") % {"name": user.username}


WRITERS: dict[str, Callable[[Dispatch, User, datetime], Mail | None]] = {
    Kind.EXPORT_READY: export_ready,
    Kind.DELETION_ASKED: deletion_asked,
    Kind.DELETION_UNDONE: deletion_undone,
}
