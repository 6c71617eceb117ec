"""Guests, and what becomes of them."""

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.services import guests, signing_up
from accounts.services.names import clean_name
from accounts.services.tokens import make_token
from games.models import Game
from tests.tables import NOW, open_table, person

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
ACCOUNT = {"name": "Ada", "email": "", "password": PASSWORD}
FORM = {"username": "Ada", "email": "", "password1": PASSWORD}


def guest() -> User:
    return guests.make_guest(address="192.0.2.1", now=NOW)


def a_guest_plays(client: Client) -> Game:
    """Through the front page, as people do."""
    response = client.post("/play/", {"rules": "koepfchen", "bot": "greedy"})
    assert response.status_code == 302
    return Game.objects.get(pk=response["Location"].split("/")[2])


def test_a_guest_has_a_friendly_name_and_no_password() -> None:
    user = guest()
    assert user.is_guest
    assert not user.has_usable_password()
    assert clean_name(user.username, owner=user) == user.username
    assert len({guests.made_up_name() for _number in range(50)}) > 40


def test_a_taken_name_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    person("Calm-Otter-1234")
    names = iter(["calm-otter-1234", "keen-lynx-4321"])
    monkeypatch.setattr(guests, "made_up_name", lambda: next(names))
    assert guest().username == "keen-lynx-4321"


def test_without_a_free_name_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    person("calm-otter-1234")
    monkeypatch.setattr(guests, "made_up_name", lambda: "calm-otter-1234")
    with pytest.raises(ValidationError, match="free name"):
        guest()


def test_an_address_brings_so_many_guests_an_hour() -> None:
    for _number in range(settings.NEWCOMERS_AN_HOUR):
        guest()
    with pytest.raises(ValidationError, match="Many guests"):
        guest()
    assert guests.make_guest(address="192.0.2.2", now=NOW).is_guest


def test_a_home_with_many_addresses_is_one() -> None:
    """A provider gives whole networks to each customer."""
    for number in range(settings.NEWCOMERS_AN_HOUR):
        guests.make_guest(address=f"2001:db8::{number}", now=NOW)
    with pytest.raises(ValidationError, match="Many guests"):
        guests.make_guest(address="2001:db8::ffff:1", now=NOW)
    with pytest.raises(ValidationError, match="Many guests"):
        guests.make_guest(address="2001:db8:0:0:1::%1", now=NOW)
    assert guests.make_guest(address="2001:db8:0:1::1", now=NOW).is_guest
    for number in range(settings.NEWCOMERS_AN_HOUR + 1):
        assert guests.make_guest(address=f"::ffff:192.0.2.{number}", now=NOW).is_guest


def test_guests_make_no_tokens() -> None:
    with pytest.raises(ValidationError, match="needs an account"):
        make_token(user=guest(), name="bot")


def test_the_api_says_that_tokens_are_not_for_guests(client: Client) -> None:
    client.force_login(guest())
    answer = client.post("/api/v1/me/tokens/", {"name": "bot"}, content_type="application/json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "not_for_guests"


# --- becoming an account -----------------------------------------------------------------------


def test_a_guest_keeps_row_and_games(client: Client) -> None:
    game = a_guest_plays(client)
    host = game.host
    assert host
    key = client.session.session_key
    response = client.post("/account/keep/", FORM)
    assert response["Location"] == "/my/"
    host.refresh_from_db()
    assert (host.username, host.is_guest) == ("Ada", False)
    assert authenticate(username="ada", password=PASSWORD) == host
    assert game.players.filter(user=host).exists()
    # Still signed in, with another key.
    assert client.session.session_key != key
    assert "Kluges Köpfchen" in client.get("/my/").content.decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"username": "Bob"}, "You cannot have this name"),
        ({"username": "a b"}, "letters and digits"),
        ({"password1": "short"}, "too short"),
        ({"password1": "password123"}, "too common"),
        ({"username": "horsebattery", "password1": "horsebattery"}, "too similar"),
        ({"email": "nowhere"}, "valid email address"),
        ({"password1": ""}, "required"),
    ],
)
def test_what_cannot_be_kept_is_explained_and_changes_nothing(
    client: Client, change: dict[str, str], sentence: str
) -> None:
    person("bob")
    a_guest_plays(client)
    response = client.post("/account/keep/", {**FORM, **change})
    assert response.status_code == 422
    page = response.content.decode()
    assert sentence in page
    assert 'aria-invalid="true"' in page
    assert User.objects.filter(is_guest=True).count() == 1
    assert not User.objects.filter(username="Ada").exists()


def test_keeping_is_for_guests(client: Client) -> None:
    assert client.get("/account/keep/")["Location"] == "/account/sign-up/"
    client.force_login(person("ada"))
    assert client.get("/account/keep/")["Location"] == "/my/"
    with pytest.raises(ValidationError, match="already"):
        signing_up.keep(guest=User.objects.get(), address="", now=NOW, **ACCOUNT)


def test_pages_of_guests_offer_to_keep_the_games(client: Client) -> None:
    a_guest_plays(client)
    assert 'href="/account/keep/"' in client.get("/games/").content.decode()
    client.post("/account/keep/", FORM)
    assert 'href="/account/keep/"' not in client.get("/games/").content.decode()


def test_the_password_stays_out_of_the_page(client: Client) -> None:
    a_guest_plays(client)
    response = client.post("/account/keep/", {**FORM, "username": "a b"})
    assert PASSWORD not in response.content.decode()


# --- signing up --------------------------------------------------------------------------------


def test_signing_up_signs_in_and_goes_on(client: Client) -> None:
    game = open_table(person("bob"), {"open": True})
    response = client.post("/account/sign-up/", {**FORM, "next": f"/table/{game.pk}/"})
    assert response["Location"] == f"/table/{game.pk}/"
    user = User.objects.get(username="Ada")
    assert not user.is_guest
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", ""])
def test_nobody_is_sent_elsewhere(client: Client, elsewhere: str) -> None:
    assert client.post("/account/sign-up/", {**FORM, "next": elsewhere})["Location"] == "/my/"


def test_an_address_makes_so_many_accounts_an_hour(client: Client) -> None:
    for number in range(settings.NEWCOMERS_AN_HOUR):
        signing_up.sign_up(name=f"ada{number}x", email="", password=PASSWORD, address="127.0.0.1", now=NOW)
    with pytest.raises(ValidationError, match="Many accounts"):
        signing_up.sign_up(name="bob", email="", password=PASSWORD, address="127.0.0.1", now=NOW)
    assert not User.objects.filter(username="bob").exists()


def test_a_name_that_goes_at_the_last_moment_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    person("ada")
    monkeypatch.setattr(signing_up, "clean_name", lambda name, owner: name)
    with pytest.raises(ValidationError, match="cannot have this name"):
        signing_up.sign_up(address="", now=NOW, **ACCOUNT)


def test_going_on_as_a_guest_leads_back_to_the_page(client: Client) -> None:
    assert "Go on as a guest" in client.get("/account/sign-in/?next=/lobby/new/").content.decode()
    response = client.post("/account/guest/", {"next": "/lobby/new/"})
    assert response["Location"] == "/lobby/new/"
    assert client.get("/lobby/new/").status_code == 200
    assert client.session.get_expiry_age() > 60 * 60 * 24 * 300
    client.post("/account/guest/", {"next": "/lobby/new/"})
    assert User.objects.count() == 1


def test_too_many_guests_are_asked_to_sign_up(client: Client) -> None:
    for _number in range(settings.NEWCOMERS_AN_HOUR):
        Client().post("/account/guest/")
    response = client.post("/account/guest/")
    assert response.status_code == 429
    assert "Many guests" in response.content.decode()


@pytest.mark.parametrize("address", ["/account/guest/", "/account/sign-up/", "/play/"])
def test_only_our_own_forms_are_taken(address: str) -> None:
    assert Client(enforce_csrf_checks=True).post(address, FORM).status_code == 403
    assert not User.objects.exists()
