"""What follows from things that Django and django-allauth tell of."""

from typing import Any

from allauth.account.signals import email_changed, password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from accounts.models import User
from accounts.services.addresses import heed_new_address, trust_mailed_address
from accounts.services.sessions import end_all_sessions, renew, stamp


def connect() -> None:
    for signal, receiver in (
        (user_logged_in, on_sign_in),
        (password_reset, on_password_reset),
        (email_changed, on_new_address),
        (authenticator_added, on_second_step),
        (authenticator_removed, on_second_step),
    ):
        signal.connect(receiver, dispatch_uid=f"accounts.{receiver.__name__}.{id(signal)}")


def on_sign_in(request: HttpRequest, **_more: Any) -> None:
    stamp(request)


def on_password_reset(user: User, **_more: Any) -> None:
    """Whoever knew the old password may be signed in somewhere. The link came by mail, so that the address is good."""
    end_all_sessions(user)
    trust_mailed_address(user)


def on_new_address(user: User, **_more: Any) -> None:
    heed_new_address(user)


def on_second_step(request: HttpRequest, **_more: Any) -> None:
    """After two-factor was turned on or off, an old session key is worth nothing."""
    renew(request)
