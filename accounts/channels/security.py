"""The mails that belong to an account: confirm an address, forgotten password, something was changed."""

from datetime import datetime
from email.utils import format_datetime, formataddr
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Dispatch, User
from accounts.services.addresses import belongs_to_somebody_else, holders_of
from games.channels.addresses import absolute, host
from games.channels.mail import Mail, message_id, written
from games.channels.moments import when


def messages(row: Dispatch, now: datetime) -> list[Mail]:
    """None where there is nobody to write to."""
    if row.kind == Dispatch.Kind.CONFIRM:
        return confirm(row, now)
    if row.kind == Dispatch.Kind.RESET:
        return reset(row, now)
    return [changed(row, now)]


# --- confirm -----------------------------------------------------------------------------------


def confirm(row: Dispatch, now: datetime) -> list[Mail]:
    address = EmailAddress.objects.filter(user=row.user, email=row.to, verified=False).first()
    if address is None or row.user is None:  # confirmed meanwhile, or changed again
        return []
    if belongs_to_somebody_else(address):
        return [known_already(row, now)]
    key = EmailConfirmationHMAC.create(address).key
    said = {"name": row.user.username, "site": host()}
    return [
        letter(
            row,
            now,
            to=row.to,
            subject=_("Confirm your e-mail address"),
            paragraphs=[
                _("%(name)s on %(site)s gave this address. If that is you, confirm it.") % said,
                _("From then on it can be used to sign in, to get back in and, if you like, to be told of your games."),
            ],
            label=_("Confirm the address"),
            path=reverse("account_confirm_email", args=[key]),
            foot=_("If you know nothing of this, do nothing: the address will not be used."),
        )
    ]


def known_already(row: Dispatch, now: datetime) -> Mail:
    return letter(
        row,
        now,
        to=row.to,
        subject=_("You have an account already"),
        paragraphs=[
            _("Somebody, perhaps you, gave this address for another account on %(site)s.") % {"site": host()},
            _("It belongs to an account of yours, and stays there. If you have forgotten how to get in:"),
        ],
        label=_("Set a new password"),
        path=reverse("account:forgotten"),
        foot=_("If it was not you, do nothing: nobody learns that you have an account."),
    )


# --- forgotten password ------------------------------------------------------------------------


def reset(row: Dispatch, now: datetime) -> list[Mail]:
    login = str(row.said["login"]).strip()
    named = User.objects.filter(username__iexact=login, is_guest=False, is_active=True).first()
    users = [named] if named else holders_of(login) if "@" in login else []
    if not users and "@" in login:
        return unknown(row, login, now)
    found = [(user, address_of(user)) for user in users]
    return [way_back(row, user, to, now) for user, to in found if to]


def address_of(user: User) -> str:
    """Where no mail arrives, it lies in a folder for the operator, who can help people without an address, too."""
    if user.email or settings.MAIL_ARRIVES:
        return user.email
    return formataddr((user.username, f"no-address@{host()}"))


def way_back(row: Dispatch, user: User, to: str, now: datetime) -> Mail:
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return letter(
        row,
        now,
        to=to,
        subject=_("A new password for %(name)s") % {"name": user.username},
        paragraphs=[
            _("Somebody, perhaps you, has forgotten the password of %(name)s on %(site)s.")
            % {"name": user.username, "site": host()},
            _("With this link you can set a new one. It works once, for a day."),
        ],
        label=_("Set a new password"),
        path=reverse("account_reset_password_from_key", kwargs=key),
        foot=_("If it was not you, do nothing: your password stays as it is."),
    )


def unknown(row: Dispatch, address: str, now: datetime) -> list[Mail]:
    return [
        letter(
            row,
            now,
            to=address,
            subject=_("No account with this address"),
            paragraphs=[
                _("Somebody, perhaps you, asked for a new password on %(site)s with this address.") % {"site": host()},
                _("There is no account with it. You may have given another one, or have never signed up:"),
            ],
            label=_("Sign up"),
            path=reverse("account:sign-up"),
            foot=_("If it was not you, do nothing."),
        )
    ]


# --- something was changed ---------------------------------------------------------------------


def changes() -> dict[str, tuple[str, str]]:
    """What django-allauth tells of, by its names for it: a subject and a sentence."""
    return {
        "password_changed": (_("Your password was changed"), _("The password of your account was changed.")),
        "password_set": (_("Your password was set"), _("Your account has a password now.")),
        "password_reset": (
            _("Your password was changed"),
            _("A new password was set by a link from a mail."),
        ),
        "email_changed": (_("Your address was changed"), _("Your account has another e-mail address from now on.")),
        "email_deleted": (_("Your address was removed"), _("Your account has no e-mail address any more.")),
        "totp_activated": (_("Two-factor is on"), _("Signing in asks for a code of your app from now on.")),
        "totp_deactivated": (_("Two-factor is off"), _("Signing in does not ask for a code of your app any more.")),
        "recovery_codes_generated": (_("New recovery codes"), _("You have new recovery codes; the old ones are void.")),
        "webauthn_added": (_("A new passkey"), _("A passkey was added to your account.")),
        "webauthn_removed": (_("A passkey was removed"), _("A passkey was removed from your account.")),
    }


def changed(row: Dispatch, now: datetime) -> Mail:
    subject, sentence = changes()[str(row.said["what"])]
    where = {"when": when(row.created_at), "browser": row.said.get("browser", ""), "ip": row.said.get("ip", "")}
    return letter(
        row,
        now,
        to=row.to,
        subject=subject,
        paragraphs=[
            _("Hello %(name)s,") % {"name": row.user.username if row.user else ""},
            sentence,
            _("When: %(when)s. Where: %(browser)s, address %(ip)s.") % where,
            _("If it was not you, set a new password at once and look at what is signed in:"),
        ],
        label=_("To your account"),
        path=reverse("account:hub"),
        foot=_("You get this mail because it is about the safety of your account; it cannot be turned off."),
    )


# --- all of them -------------------------------------------------------------------------------


def letter(row: Dispatch, now: datetime, *, to: str, subject: str, path: str, **said: Any) -> Mail:
    return written(
        "account",
        to=to,
        subject=subject,
        context={"address": absolute(path), **said},
        headers={"Message-ID": message_id("account", row.pk, to), "Date": format_datetime(now)},
    )
