"""Signing in and what follows: sessions, passwords, second steps, names."""

import base64
import time
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import FormerName, User
from accounts.services.addresses import is_confirmed
from accounts.services.names import clean_name, rename
from accounts.services.tokens import make_token, user_of_token
from tests.accounts.accounts import FORGOTTEN, PASSWORD, SIGN_IN, account, delivered, is_in, link_in, sign_in, text
from tests.accounts.codes import code_of_app
from tests.tables import NOW

pytestmark = pytest.mark.django_db

SECRET = base64.b32encode(b"12345678901234567890").decode()
SECOND_STEP = "/account/sign-in/second-step/"
NEW = "another horse battery"


def key(client: Client) -> str:
    return str(client.session.session_key)


# --- by name or address ------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["Ada", "ADA", " ada ", "ada@example.org", "Ada@Example.Org"])
def test_people_sign_in_by_name_or_address(login: str) -> None:
    account("Ada", address="ada@example.org")
    assert is_in(sign_in(login))


def test_a_confirmed_address_goes_before_one_that_waits() -> None:
    account("squatter", address="ada@example.org", confirmed=False)
    account("Ada", address="ada@example.org")
    assert sign_in("ada@example.org").get("/account/name/").context["user"].username == "Ada"


def test_a_closed_account_is_told_so_to_whoever_knows_its_password() -> None:
    account("Ada", is_active=False)
    answer = Client().post(SIGN_IN, {"login": "ada", "password": PASSWORD})
    assert answer["Location"] == "/account/closed/"
    assert Client().post(SIGN_IN, {"login": "ada", "password": "wrong"}).status_code == 422


@pytest.mark.parametrize(
    ("remember", "lasts"),
    [({"remember": "on"}, True), ({}, False)],
)
def test_a_device_is_remembered_on_request(remember: dict[str, str], lasts: bool) -> None:
    account("Ada")
    client = Client()
    cookie = client.post(SIGN_IN, {"login": "ada", "password": PASSWORD, **remember}).cookies["sessionid"]
    assert bool(cookie["max-age"]) == lasts


def test_a_remembered_device_stays_so_as_long_as_it_comes_back() -> None:
    account("Ada")
    client = sign_in("ada", remember="on")
    with time_machine.travel(time.time() + 86400, tick=False):
        assert client.get("/my/").cookies["sessionid"]["max-age"] == 60 * 60 * 24 * 60
    assert "sessionid" not in client.get("/my/").cookies


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "http:///evil.example", "javascript:x"]
)
def test_nobody_is_sent_elsewhere(elsewhere: str) -> None:
    account("Ada")
    client = Client()
    answer = client.post(SIGN_IN, {"login": "ada", "password": PASSWORD, "next": elsewhere})
    assert answer["Location"] == "/my/"
    assert client.get(SIGN_IN, {"next": elsewhere})["Location"] == "/my/"  # already in
    assert Client().post("/account/sign-out/", {"next": elsewhere})["Location"] == "/"


def test_the_admin_sends_people_through_our_own_door() -> None:
    account("Ada", is_staff=True, is_superuser=True)
    assert Client().get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert Client().get("/admin/login/?next=/admin/")["Location"] == "/account/sign-in/?next=%2Fadmin%2F"
    staff = Client()
    answer = staff.post(SIGN_IN, {"login": "ada", "password": PASSWORD, "next": "/admin/"})
    assert answer["Location"] == "/admin/"
    assert "please turn on two-factor" in text(staff.get("/account/"))
    account("bob")
    assert sign_in("bob").get("/admin/login/").status_code == 403


@pytest.mark.parametrize(
    "page", ["", "name/", "email/", "password/", "two-factor/", "passkeys/", "sessions/", "tokens/"]
)
def test_an_account_has_its_pages_to_itself(page: str) -> None:
    account("Ada")
    address = f"/account/{page}"
    answer = sign_in("ada").get(address)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert Client().get(address)["Location"] == f"/account/sign-in/?next={address}"
    guest = Client()
    guest.post("/account/guest/")
    assert guest.get(address)["Location"] == "/account/keep/"


# --- sessions ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)  # two-factor is told of when it is kept
def test_sessions_get_another_key_whenever_something_changes() -> None:
    client = Client()
    client.post("/account/guest/")
    keys = [key(client)]
    client.post("/account/keep/", {"username": "Ada", "password1": PASSWORD})
    keys.append(key(client))
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/account/password/", form)["Location"] == "/account/"
    keys.append(key(client))
    client.get("/account/two-factor/on/")
    session = client.session
    session["mfa.totp.secret"] = SECRET
    session.save()
    client.post("/account/two-factor/on/", {"code": code_of_app(SECRET)})
    assert Authenticator.objects.count() == 2  # with recovery codes
    keys.append(key(client))
    client.post("/account/two-factor/off/")
    keys.append(key(client))
    assert len(set(keys)) == len(keys)
    assert not Session.objects.filter(session_key__in=keys[:-1]).exists()
    assert is_in(client)
    assert client.get("/account/sessions/").context["session_count"] == 1
    assert [row.session_key for row in UserSession.objects.all()] == keys[-1:]


def test_signing_in_changes_the_key_that_a_stranger_may_have_planted() -> None:
    account("Ada")
    client = Client()
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = planted = str(session.session_key)
    client.post(SIGN_IN, {"login": "ada", "password": PASSWORD})
    assert key(client) != planted
    assert not Session.objects.filter(session_key=planted).exists()


def test_sessions_are_listed_and_ended_one_by_one_or_all_the_others() -> None:
    ada = account("Ada")
    here, there, elsewhere = (sign_in("ada") for _device in range(3))
    page = here.get("/account/sessions/")
    assert page.context["session_count"] == 3
    [row] = [found for found in UserSession.objects.filter(user=ada) if found.session_key == key(there)]
    bob = account("bob")
    assert sign_in("bob").post(f"/account/sessions/{row.pk}/end/").status_code == 404  # not theirs
    here.post(f"/account/sessions/{row.pk}/end/")
    assert [is_in(client) for client in (here, there, elsewhere)] == [True, False, True]
    here.post("/account/sessions/")
    assert [is_in(client) for client in (here, elsewhere)] == [True, False]
    assert UserSession.objects.filter(user=bob).count() == 1


def test_a_session_from_before_is_listed_when_it_comes_back() -> None:
    client = Client()
    client.force_login(account("Ada"))
    session = client.session
    del session["seen"]
    session.save()
    client.get("/my/")
    assert UserSession.objects.get().session_key == key(client)


# --- passwords ---------------------------------------------------------------------------------


def test_another_password_ends_other_sessions_and_leaves_tokens() -> None:
    ada = account("Ada", address="ada@example.org")
    _token, program = make_token(user=ada, name="bot")
    here, there = sign_in("ada"), sign_in("ada")
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert here.post("/account/password/", form).status_code == 422
    here.post("/account/password/", {**form, "oldpassword": PASSWORD})
    assert [is_in(here), is_in(there)] == [True, False]
    assert user_of_token(program) == ada
    [told] = delivered()
    assert (told.to, told.subject) == (["ada@example.org"], "Your password was changed")
    assert is_in(sign_in("ada", NEW))


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(settings: Any) -> None:
    settings.MAIL_ARRIVES = True
    ada = account("Ada", address="ada@example.org", confirmed=False)
    there = sign_in("ada")
    Client().post(FORGOTTEN, {"email": "ADA"})
    link = link_in(delivered()[0])
    client = Client()
    form_at = client.get(link)["Location"]
    assert link.split("-", 1)[1] not in form_at  # the key is not in the address of the form
    assert client.get(form_at).status_code == 200
    short = client.post(form_at, {"password1": "short", "password2": "short"})
    assert short.status_code == 422
    assert client.post(form_at, {"password1": NEW, "password2": NEW})["Location"] == "/account/forgotten/done/"
    assert not is_in(there)
    assert is_in(sign_in("ada", NEW))
    assert is_confirmed(ada)  # whoever has the link reads its mails
    assert "was used already" in text(Client().get(link))
    assert not UserSession.objects.filter(session_key=key(there)).exists()


def test_where_no_mail_arrives_the_operator_gets_a_link_for_accounts_without_an_address() -> None:
    ada = account("Ada")
    Client().post(FORGOTTEN, {"email": "ada"})
    [message] = delivered()
    assert message.to == ["Ada <no-address@127.0.0.1>"]
    client = Client()
    client.post(client.get(link_in(message))["Location"], {"password1": NEW, "password2": NEW})
    assert is_in(sign_in("ada", NEW))
    assert not is_confirmed(ada)


def test_asking_too_often_is_refused_for_a_while() -> None:
    answers = [Client(REMOTE_ADDR=f"192.0.2.{n}").post(FORGOTTEN, {"email": "ada"}).status_code for n in range(6)]
    assert answers == [302] * 5 + [429]


def test_a_guest_who_opens_a_link_for_an_account_stays_a_guest() -> None:
    account("Ada")
    Client().post(FORGOTTEN, {"email": "ada"})
    guest = Client()
    guest.post("/account/guest/")
    guest.get(guest.get(link_in(delivered()[0]))["Location"])
    assert is_in(guest)


# --- the second step ---------------------------------------------------------------------------


def with_app(name: str = "Ada") -> User:
    user = account(name)
    TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    return user


def test_a_code_of_the_app_gets_in_once() -> None:
    with_app()
    client = Client()
    assert client.post(SIGN_IN, {"login": "ada", "password": PASSWORD, "next": "/lobby/"})["Location"] == SECOND_STEP
    assert not is_in(client)
    assert client.post(SECOND_STEP, {"code": "000000"}).status_code == 422
    code = code_of_app(SECRET)
    assert client.post(SECOND_STEP, {"code": code})["Location"] == "/lobby/"
    assert is_in(client)
    again = sign_in("ada")
    assert again.post(SECOND_STEP, {"code": code}).status_code == 422
    with time_machine.travel(time.time() + 31):  # by now it is the code before, which slow people may send
        assert sign_in("ada").post(SECOND_STEP, {"code": code}).status_code == 422
        slow = sign_in("ada").post(SECOND_STEP, {"code": code_of_app(SECRET, time.time() - 30 * 2)})
        assert slow.status_code == 422


def test_a_recovery_code_gets_in_once() -> None:
    user = with_app()
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    client = sign_in("ada")
    assert client.post(SECOND_STEP, {"code": code}).status_code == 302
    assert sign_in("ada").post(SECOND_STEP, {"code": code}).status_code == 422


def test_guessing_codes_is_stopped() -> None:
    with_app()
    client = sign_in("ada")
    for number in range(10):
        client.post(SECOND_STEP, {"code": "000000"}, REMOTE_ADDR=f"192.0.2.{number}")
    assert client.post(SECOND_STEP, {"code": code_of_app(SECRET)}, REMOTE_ADDR="192.0.2.99").status_code == 429


def test_a_guest_can_sign_in_to_an_account_with_a_second_step() -> None:
    with_app()
    client = Client()
    client.post("/account/guest/")
    client.post(SIGN_IN, {"login": "ada", "password": PASSWORD})
    client.post(SECOND_STEP, {"code": code_of_app(SECRET)})
    assert client.get("/account/").context["user"].username == "Ada"


def test_what_keeps_an_account_safe_asks_again_after_a_while() -> None:
    account("Ada")
    client = sign_in("ada")
    assert client.get("/account/two-factor/on/").status_code == 200
    with time_machine.travel(time.time() + 60 * 16):
        for page in ("two-factor/on/", "passkeys/add/"):
            assert client.get(f"/account/{page}")["Location"].startswith("/account/prove/?next=")
        moved = client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
        assert moved["Location"].startswith("/account/prove/")
        assert client.post(moved["Location"], {"password": "wrong"}).status_code == 422
        client.post(moved["Location"], {"password": PASSWORD})
        assert User.objects.get().email == "new@example.org"  # what was asked for is done


def test_the_key_of_an_app_is_a_picture_without_a_style() -> None:
    account("Ada")
    page = text(sign_in("ada").get("/account/two-factor/on/"))
    assert '<svg class="qr"' in page
    assert "data:" not in page
    assert " style=" not in page


def test_passkeys_are_asked_for_in_a_way_that_browsers_understand() -> None:
    account("Ada")
    page = sign_in("ada").get("/account/passkeys/add/")
    options = page.context["options"]["publicKey"]
    assert options["rp"]["id"] == "testserver"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    asked = Client().get("/account/sign-in/passkey/", headers={"accept": "application/json"}).json()
    assert asked["request_options"]["publicKey"]["userVerification"] == "required"
    refused = Client().post("/account/sign-in/passkey/", {"credential": "{}"}, follow=True)
    assert "This passkey is not known here" in text(refused)


# --- names -------------------------------------------------------------------------------------


def test_a_name_can_be_changed_once_in_thirty_days_and_is_kept_for_as_long() -> None:
    ada, bob = account("Ada"), account("Bob")
    now = NOW
    with time_machine.travel(now, tick=False):
        client = sign_in("ada")
        assert client.post("/account/name/", {"name": "Zoë"})["Location"] == "/account/"
        ada.refresh_from_db()
        assert ada.username == "Zoë"
        assert client.post("/account/name/", {"name": "Eve"}).status_code == 422
        with pytest.raises(ValidationError, match="cannot have this name"):
            clean_name("ada", owner=bob)
        assert clean_name("ada", owner=ada) == "ada"  # but they themselves can have it back
        assert is_in(sign_in("Zoë"))
        assert not is_in(sign_in("Ada"))
    later = now + timedelta(days=30, seconds=1)
    with time_machine.travel(later, tick=False):
        rename(user=ada, name="Eve", address="", now=later)
        assert clean_name("ada", owner=bob) == "ada"
    assert [former.name for former in FormerName.objects.all()] == ["Zoë", "Ada"]


@pytest.mark.parametrize("name", ["bob", "B0b", "a b", "Ada", "", "x" * 99])
def test_a_name_that_cannot_be_had_changes_nothing(name: str) -> None:
    account("Ada")
    account("Bob")
    assert sign_in("ada").post("/account/name/", {"name": name}).status_code == 422
    assert User.objects.filter(username="Ada").exists()
    assert not FormerName.objects.exists()
