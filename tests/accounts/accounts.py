"""People with passwords and addresses, for tests, and the mails that they get."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import dispatches

PASSWORD = "correct horse battery"
SIGN_IN, SIGN_UP, FORGOTTEN = "/account/sign-in/", "/account/sign-up/", "/account/forgotten/"
MAIL_SERVER = {"MAIL_ARRIVES": True, "ACCOUNT_SIGNUP_FIELDS": ["username*", "email*", "password1*"]}
"""Settings of a site whose mails arrive."""


def account(name: str, *, address: str = "", confirmed: bool = True, **more: Any) -> User:
    user = User.objects.create_user(name, address, PASSWORD, **more)
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=confirmed, primary=True)
    return user


def sign_in(login: str, password: str = PASSWORD, **more: Any) -> Client:
    """By the page, as people do."""
    client = Client()
    client.post(SIGN_IN, {"login": login, "password": password, **more})
    return client


def is_in(client: Client) -> bool:
    return client.get("/my/").status_code == 200


def delivered() -> list[EmailMessage]:
    """The mails that workers send now."""
    before = len(mail.outbox)
    now = timezone.now() + timedelta(seconds=1)
    for dispatch_id in dispatches.due(now=now):
        dispatches.deliver(dispatch_id=dispatch_id, now=now)
    return mail.outbox[before:]


def link_in(message: EmailMessage) -> str:
    """The path of the address that a mail leads to."""
    found = re.search(r"http://[^/\s]+(/account/\S+)", str(message.body))
    assert found
    return found[1]


def text(answer: Any) -> str:
    """What a page says, in one line."""
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))
