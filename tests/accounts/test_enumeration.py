"""Nobody learns at the doors which names or addresses have an account: whole answers are compared."""

import re
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Dispatch, User
from accounts.services import names
from games.models import Invitation
from games.services import lobby
from tests.accounts.accounts import (
    FORGOTTEN,
    MAIL_SERVER,
    PASSWORD,
    SIGN_IN,
    SIGN_UP,
    account,
    delivered,
    is_in,
    sign_in,
)

pytestmark = pytest.mark.django_db

CHANCE = [r'name="csrfmiddlewaretoken" value="[^"]+"', r'<svg class="avatar.*?</svg>']  # a face is drawn from a name
FRESH = {"Expires", "Content-Length", "X-Request-Id", "X-Request-ID"}


@pytest.fixture(autouse=True)
def ada(settings: Any) -> User:
    for name, value in MAIL_SERVER.items():
        setattr(settings, name, value)
    return account("Ada", address="ada@example.org")


def seen(answer: HttpResponse, *typed: str) -> tuple[Any, ...]:
    """All that a browser gets, but for what it sent itself and for what is drawn anew each time."""
    body = answer.content.decode()
    for pattern in CHANCE:
        body = re.sub(pattern, "", body, flags=re.DOTALL)
    for text in typed:
        body = body.replace(text, "(typed)")
    headers = {name: value for name, value in answer.headers.items() if name not in FRESH}
    cookies = {name: {**cookie, "expires": ""} for name, cookie in answer.cookies.items()}
    return answer.status_code, body, headers, cookies


def post(address: str, form: dict[str, str], client: Client | None = None) -> HttpResponse:
    return (client or Client()).post(address, form)  # type: ignore[return-value]


def queries(address: str, form: dict[str, str]) -> int:
    with CaptureQueriesContext(connection) as caught:
        post(address, form)
    return len(caught)


# --- signing up --------------------------------------------------------------------------------


def signed_up(name: str, address: str) -> tuple[Any, ...]:
    """The answer, and the pages that a newcomer sees next."""
    client = Client()
    form = {"username": name, "email": address, "password1": PASSWORD}
    answers = [client.post(SIGN_UP, form), *(client.get(page) for page in ("/account/", "/account/email/"))]
    assert is_in(client)
    return tuple(seen(answer, name, address) for answer in answers)  # type: ignore[arg-type]


def test_signing_up_with_a_known_address_looks_like_any_other() -> None:
    known, unknown = signed_up("Bobby", "ada@example.org"), signed_up("Carly", "eve@example.org")
    assert known == unknown
    # The name is taken in both cases, so that asking for it a second time tells nothing either.
    assert set(User.objects.values_list("username", flat=True)) == {"Ada", "Bobby", "Carly"}


def test_only_the_owner_of_the_address_is_told() -> None:
    signed_up("Bobby", "ada@example.org")
    [message] = delivered()
    assert (message.to, message.subject) == (["ada@example.org"], "You have an account already")
    assert "Bobby" not in str(message.body)
    signed_up("Carly", "eve@example.org")
    [message] = delivered()
    assert (message.to, message.subject) == (["eve@example.org"], "Confirm your e-mail address")


def test_taken_alike_and_reserved_names_get_the_same_answer() -> None:
    account("Bill")
    form = {"email": "eve@example.org", "password1": PASSWORD}
    answers = [seen(post(SIGN_UP, {**form, "username": name}), name) for name in ("ada", "BiII", "admin")]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 422


def test_a_network_tries_so_many_names_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "GUESSES_AN_HOUR", 3)
    form = {"email": "eve@example.org", "password1": PASSWORD, "username": "ada"}
    assert [post(SIGN_UP, form).status_code for _guess in range(4)] == [422, 422, 422, 429]
    # From then on a free name is refused in the same words: nothing more is told.
    known, free = (post(SIGN_UP, {**form, "username": name}) for name in ("Ada", "Zoe"))
    assert seen(known, "Ada") == seen(free, "Zoe")
    assert "Many names were tried" in free.content.decode()
    assert not User.objects.filter(username="Zoe").exists()


# --- password forgotten ------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["nobody", "nobody@example.org", "ada@example.org", "ADA"])
def test_asking_for_a_new_password_answers_everybody_alike(login: str) -> None:
    account("bob")  # without an address
    reference = seen(post(FORGOTTEN, {"email": "bob"}), "bob")
    assert seen(post(FORGOTTEN, {"email": login}), login) == reference
    assert seen(Client().get("/account/forgotten/sent/"))[0] == 200  # type: ignore[arg-type]
    assert queries(FORGOTTEN, {"email": login}) == queries(FORGOTTEN, {"email": "bob"})


def test_mails_go_to_whom_they_are_for() -> None:
    account("bob")
    for login in ("Ada", "bob", "nobody", "ada@example.org", "nobody@example.org"):
        post(FORGOTTEN, {"email": login})
    sent = [(message.to, message.subject) for message in delivered()]
    assert sent == [
        (["ada@example.org"], "A new password for Ada"),
        (["ada@example.org"], "A new password for Ada"),
        (["nobody@example.org"], "No account with this address"),
    ]
    assert not Dispatch.objects.exists()


# --- signing in --------------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["ada", "ada@example.org", "eve@example.org", "bobby", "calm-otter-1234"])
def test_a_wrong_password_and_an_unknown_name_look_alike(login: str) -> None:
    account("Bobby")
    User.objects.create_user("calm-otter-1234", is_guest=True)
    reference = seen(post(SIGN_IN, {"login": "nobody", "password": "wrong"}), "nobody")
    assert seen(post(SIGN_IN, {"login": login, "password": "wrong"}), login) == reference
    assert reference[0] == 422


@pytest.mark.parametrize("login", ["nobody", "ada", "ada@example.org", "eve@example.org", "calm-otter-1234"])
def test_one_password_is_hashed_whoever_is_asked_for(login: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes time is the hash: as often for an account as for none."""
    User.objects.create_user("calm-otter-1234", is_guest=True)
    hashed = []
    hasher = type(hashers.get_hasher())
    encode = hasher.encode

    def counting(self: Any, *args: Any) -> str:
        hashed.append(1)
        return str(encode(self, *args))

    monkeypatch.setattr(hasher, "encode", counting)
    post(SIGN_IN, {"login": login, "password": "wrong"})
    assert len(hashed) == 1


@pytest.mark.parametrize("login", ["ada", "nobody"])
def test_after_ten_wrong_passwords_there_is_a_pause(login: str) -> None:
    wrong = {"login": login, "password": "wrong"}
    answers = [Client(REMOTE_ADDR=f"192.0.2.{number}").post(SIGN_IN, wrong) for number in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert "tried too often" in answers[-1].content.decode()
    # The right one does not help either, until the pause is over.
    right = Client(REMOTE_ADDR="192.0.2.99").post(SIGN_IN, {"login": login, "password": PASSWORD})
    assert right.status_code == 429


def test_a_network_tries_so_many_accounts_a_minute() -> None:
    for number in range(10):
        Client(REMOTE_ADDR="2001:db8::1").post(SIGN_IN, {"login": f"somebody{number}", "password": "wrong"})
    neighbour = Client(REMOTE_ADDR="2001:db8::ffff").post(SIGN_IN, {"login": "ada", "password": PASSWORD})
    assert neighbour.status_code == 429  # the same home
    assert (
        Client(REMOTE_ADDR="2001:db8:0:1::1").post(SIGN_IN, {"login": "ada", "password": PASSWORD}).status_code == 302
    )


# --- inviting ----------------------------------------------------------------------------------


def test_inviting_an_address_tells_nothing_of_it() -> None:
    client = sign_in(account("Bobby").username)

    def invited(address: str) -> tuple[Any, ...]:
        form = {"rules": "koepfchen", "seats": [{"me": True}, {"invite": address}]}
        answer = client.post("/api/v1/games/", form, content_type="application/json")
        told = {
            name: value
            for name, value in answer.json().items()
            if name not in ("id", "commitment", "created_at", "link")
        }
        return answer.status_code, str(told).replace(address, "(typed)"), sorted(answer.headers)

    assert invited("ada@example.org") == invited("eve@example.org")
    assert Invitation.objects.filter(user=None).count() == 2


def test_a_network_names_so_many_players_who_are_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "UNKNOWN_AN_HOUR", 2)
    clients = [sign_in(account(name).username) for name in ("Bobby", "Carly")]

    def invite(client: Client, name: str) -> int:
        form = {"rules": "koepfchen", "seats": [{"me": True}, {"invite": name}]}
        return client.post("/api/v1/games/", form, content_type="application/json").status_code

    assert [invite(clients[number % 2], f"nobody{number}") for number in range(3)] == [400, 400, 429]
    assert invite(clients[1], "ada") == 429
