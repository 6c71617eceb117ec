"""E-mail addresses: confirmed before they count, changed with a word to the old one."""

import smtplib
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import Dispatch, User
from accounts.services import dispatches
from accounts.services.address_changes import CHANGES_AN_HOUR, change_address
from accounts.services.addresses import holder_of, is_confirmed, set_address
from accounts.services.guests import make_guest
from games.services.notices.reaching import readers
from tests.accounts.accounts import (
    FORGOTTEN,
    MAIL_SERVER,
    PASSWORD,
    SIGN_UP,
    account,
    delivered,
    is_in,
    link_in,
    sign_in,
)
from tests.tables import NOW

pytestmark = pytest.mark.django_db

EMAIL = "/account/email/"
NEWCOMER = {"username": "Ada", "email": "Ada@Example.org", "password1": PASSWORD}


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    for name, value in MAIL_SERVER.items():
        setattr(settings, name, value)


def gets_mails(user: User) -> bool:
    return "mail" in readers([user.pk])[0].channels


def newcomer() -> tuple[Client, User]:
    client = Client()
    assert client.post(SIGN_UP, NEWCOMER).status_code == 302
    return client, User.objects.get(username="Ada")


# --- confirming --------------------------------------------------------------------------------


def test_a_new_address_waits_until_its_link_is_opened_and_the_button_pressed() -> None:
    client, ada = newcomer()
    assert (ada.email, is_confirmed(ada), gets_mails(ada)) == ("ada@example.org", False, False)
    [message] = delivered()
    link = link_in(message)
    # Programs that look into mails open links; they press no buttons.
    assert "Is ada@example.org the address of Ada?" in Client().get(link).content.decode()
    assert not is_confirmed(ada)
    assert client.post(link)["Location"] == "/account/"
    assert is_confirmed(ada)
    assert gets_mails(ada)
    assert Client().get(link).status_code == 410  # used


@pytest.mark.parametrize("key", ["nonsense", "MQ:1xTcv1:aawqzExcro-UnvVb6Ol8n2lSTIgoqUvqD70l0LgeTSc"])
def test_a_link_that_is_not_ours_is_explained(key: str) -> None:
    answer = Client().get(f"/account/email/confirm/{key}/")
    assert answer.status_code == 410
    assert "is not complete" in answer.content.decode()


def test_a_guest_who_opens_somebody_elses_link_stays_a_guest() -> None:
    _client, ada = newcomer()
    [message] = delivered()
    guest = Client()
    guest.post("/account/guest/")
    guest.get(link_in(message))
    guest.post(link_in(message))
    assert is_in(guest)
    assert is_confirmed(ada)


def test_an_address_is_needed_where_mails_arrive(settings: Any) -> None:
    form = {**NEWCOMER, "email": ""}
    assert Client().post(SIGN_UP, form).status_code == 422
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
    settings.MAIL_ARRIVES = False
    client = Client()
    assert client.post(SIGN_UP, form).status_code == 302
    assert is_in(client)
    assert not Dispatch.objects.exists()


def test_a_guest_who_becomes_an_account_confirms_the_address_too() -> None:
    client = Client()
    client.post("/play/", {"rules": "koepfchen", "bot": "greedy"})
    guest = User.objects.get()
    assert client.post("/account/keep/", NEWCOMER).status_code == 302
    [message] = delivered()
    client.post(link_in(message))
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, is_confirmed(guest)) == ("Ada", False, True)
    assert guest.hosted_games.count() == 1


def test_two_accounts_may_wait_for_an_address_and_one_gets_it() -> None:
    ada, eve = account("ada", address="a@example.org", confirmed=False), account("eve")
    set_address(user=eve, address="a@example.org")
    assert holder_of("a@example.org") is None  # it speaks for neither
    now = timezone.now()
    for user in (ada, eve):
        dispatches.ask_to_confirm(address=EmailAddress.objects.get(user=user), now=now)
    first, second = delivered()
    Client().post(link_in(first))
    answer = Client().post(link_in(second), follow=True)
    assert holder_of("A@example.org") == ada
    assert "belongs to another account" in answer.content.decode()
    assert not is_confirmed(eve)


# --- changing ----------------------------------------------------------------------------------


def test_a_change_counts_when_confirmed_and_the_old_address_is_told() -> None:
    ada = account("ada", address="old@example.org")
    client = sign_in("ada")
    assert client.post(EMAIL, {"email": "new@example.org", "action_add": ""})["Location"] == EMAIL
    ada.refresh_from_db()
    assert (ada.email, is_confirmed(ada), gets_mails(ada)) == ("old@example.org", True, True)
    page = client.get(EMAIL).content.decode()
    assert "We sent a mail to new@example.org" in page
    # Until then, nobody gets in by the new one.
    Client().post(FORGOTTEN, {"email": "new@example.org"})
    confirm, unknown = delivered()
    assert unknown.subject == "No account with this address"
    client.post(link_in(confirm))
    ada.refresh_from_db()
    assert (ada.email, is_confirmed(ada)) == ("new@example.org", True)
    [told] = delivered()
    assert (told.to, told.subject) == (["old@example.org"], "Your address was changed")
    assert "new@example.org" not in str(told.body)
    assert EmailAddress.objects.count() == 1


def test_a_change_that_waits_can_be_left() -> None:
    ada = account("ada", address="old@example.org")
    client = sign_in("ada")
    client.post(EMAIL, {"email": "new@example.org", "action_add": ""})
    client.post(EMAIL, {"email": "new@example.org", "action_remove": ""})
    assert [row.email for row in EmailAddress.objects.all()] == ["old@example.org"]
    assert delivered() == []  # the link would lead nowhere
    assert is_confirmed(ada)


def test_the_address_can_be_removed_and_is_told() -> None:
    ada = account("ada", address="old@example.org")
    sign_in("ada").post(EMAIL, {"email": "old@example.org", "action_remove": ""})
    ada.refresh_from_db()
    assert (ada.email, EmailAddress.objects.count()) == ("", 0)
    [told] = delivered()
    assert (told.to, told.subject) == (["old@example.org"], "Your address was removed")


@pytest.mark.parametrize("address", ["", "nonsense", "old@example.org", "x" * 300 + "@example.org"])
def test_what_is_no_new_address_is_refused(address: str) -> None:
    account("ada", address="old@example.org")
    answer = sign_in("ada").post(EMAIL, {"email": address, "action_add": ""})
    assert answer.status_code == 422
    assert EmailAddress.objects.count() == 1


def test_somebody_elses_address_is_taken_like_any_other_and_its_owner_told() -> None:
    account("bob", address="bob@example.org")
    account("ada")
    client = sign_in("ada")
    assert client.post(EMAIL, {"email": "bob@example.org", "action_add": ""})["Location"] == EMAIL
    [message] = delivered()
    assert (message.to, message.subject) == (["bob@example.org"], "You have an account already")


def test_so_many_addresses_an_hour() -> None:
    ada = account("ada")
    for number in range(CHANGES_AN_HOUR):
        change_address(user=ada, address=f"a{number}@example.org", now=NOW)
    with pytest.raises(ValidationError, match="many addresses"):
        change_address(user=ada, address="one@example.org", now=NOW)
    assert EmailAddress.objects.count() == 1  # only the last of them waits


def test_guests_have_none() -> None:
    with pytest.raises(ValidationError, match="needs an account"):
        change_address(user=make_guest(address="", now=NOW), address="a@example.org", now=NOW)


def test_the_api_wants_a_recent_sign_in_for_it() -> None:
    account("ada", address="old@example.org")
    client = Client()
    client.force_login(User.objects.get())
    sent, kind = {"email": "new@example.org"}, "application/json"
    refused = client.patch("/api/v1/me/", sent, kind)
    assert (refused.status_code, refused.json()["code"]) == (403, "proof_required")
    told = sign_in("ada").patch("/api/v1/me/", sent, kind).json()
    assert (told["email"], told["email_waiting"], told["email_confirmed"]) == (
        "old@example.org",
        "new@example.org",
        True,
    )


# --- mails and their troubles ------------------------------------------------------------------


def test_a_mail_server_in_trouble_gets_it_later(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = account("ada", address="ada@example.org", confirmed=False)
    row = dispatches.ask_to_confirm(address=EmailAddress.objects.get(user=ada), now=NOW)

    def busy(_message: object) -> None:
        raise smtplib.SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMultiAlternatives, "send", busy)
        assert dispatches.deliver(dispatch_id=row.pk, now=NOW) == 0
    assert dispatches.due(now=NOW + timedelta(seconds=59)) == []
    later = NOW + timedelta(minutes=1)
    assert dispatches.deliver(dispatch_id=row.pk, now=later) == 1
    assert dispatches.deliver(dispatch_id=row.pk, now=later) == 0
    assert (len(mail.outbox), Dispatch.objects.count()) == (1, 0)


def test_an_address_that_is_gone_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = account("ada", address="ada@example.org", confirmed=False)
    row = dispatches.ask_to_confirm(address=EmailAddress.objects.get(user=ada), now=NOW)

    def gone(_message: object) -> None:
        raise smtplib.SMTPRecipientsRefused({"ada@example.org": (550, b"5.1.1 No such user")})

    monkeypatch.setattr(mail.EmailMultiAlternatives, "send", gone)
    assert dispatches.deliver(dispatch_id=row.pk, now=NOW) == 0
    assert not Dispatch.objects.exists()


def test_mails_speak_their_readers_language_in_text_and_html() -> None:
    ada = account("ada", address="ada@example.org", confirmed=False, language="de")
    dispatches.ask_to_confirm(address=EmailAddress.objects.get(user=ada), now=NOW)
    [message] = delivered()
    [html] = [content for content, kind in message.alternatives if kind == "text/html"]  # type: ignore[attr-defined]
    assert '<html lang="de">' in html
    assert link_in(message) in html


# --- accounts from before ----------------------------------------------------------------------


def test_addresses_from_before_get_rows_that_wait() -> None:
    User.objects.create_user("Ada", "Ada@Example.ORG")
    User.objects.create_user("bob")
    import_module("accounts.migrations.0010_sign_in").give_addresses_rows(apps, None)
    row = EmailAddress.objects.get()
    assert (row.email, row.primary, row.verified, row.user.email) == ("ada@example.org", True, False, "ada@example.org")
