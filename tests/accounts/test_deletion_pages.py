"""The pages on which somebody leaves, and comes back."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import deletion
from accounts.services.restoring import restore_path
from games.models import ChatMessage
from tests.tables import NOW, open_table, people, person, running_game

pytestmark = pytest.mark.django_db

PASSWORD = "a long secret word"
PAGE = "/account/delete/"


def ada_at(client: Client) -> User:
    ada = person("Ada")
    ada.set_password(PASSWORD)
    ada.save()
    client.force_login(ada)
    return ada


def test_it_says_what_will_happen_with_the_numbers(client: Client) -> None:
    ada, bob = ada_at(client), person("bob")
    assert "no running games" in client.get(PAGE).content.decode()
    running_game(ada, bob)
    running_game(ada, bob)
    open_table(ada, {"open": True})
    said = client.get(PAGE).content.decode()
    assert "2 running games" in said
    assert "14 days" in said
    assert "former-player-" in said
    assert "only operator" not in said


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({}, "This field is required."),
        ({"name": "Ada", "password": "wrong"}, "This is not your password."),
        ({"name": "bob", "password": PASSWORD}, "This is not your name"),
        ({"name": "Ada"}, "This field is required."),
    ],
)
def test_without_name_and_password_nothing_happens(client: Client, sent: dict[str, str], complaint: str) -> None:
    ada = ada_at(client)
    answer = client.post(PAGE, sent)
    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    ada.refresh_from_db()
    assert ada.is_active
    assert not ada.is_leaving


def test_passwords_cannot_be_tried_for_ever(client: Client) -> None:
    ada = ada_at(client)
    for _try in range(10):
        client.post(PAGE, {"name": "Ada", "password": "wrong"})
    answer = client.post(PAGE, {"name": "Ada", "password": PASSWORD})
    assert "tried too often" in answer.content.decode()
    ada.refresh_from_db()
    assert not ada.is_leaving


def test_whoever_leaves_is_signed_out_everywhere(client: Client) -> None:
    ada = ada_at(client)
    other = Client()
    other.force_login(ada)
    answer = client.post(PAGE, {"name": " ada ", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [("/account/goodbye/", 302)]
    assert "14 days" in answer.content.decode()
    for browser in (client, other):
        assert browser.get("/my/games/").status_code in (302, 404)
        assert browser.get("/account/data/").status_code == 302
    ada.refresh_from_db()
    assert ada.deletion_due


def test_the_last_operator_is_warned(client: Client) -> None:
    ada = ada_at(client)
    User.objects.filter(pk=ada.pk).update(is_superuser=True, is_staff=True)
    assert "only operator" in client.get(PAGE).content.decode()
    sent = {"name": "Ada", "password": PASSWORD}
    assert client.post(PAGE, sent).status_code == 422
    assert client.post(PAGE, {**sent, "without_operator": "on"}).status_code == 302


def test_a_guest_is_not_asked_for_a_password_and_gone_at_once(client: Client) -> None:
    guest = User.objects.create(username="calm-otter-1234", is_guest=True, password="!")
    client.force_login(guest)
    assert "Your password" not in client.get(PAGE).content.decode()
    answer = client.post(PAGE, {"name": "calm-otter-1234"}, follow=True)
    assert "gone" in answer.content.decode()
    guest.refresh_from_db()
    assert guest.deletion_due
    assert guest.deletion_due <= timezone.now()


def test_the_way_back_asks_first(client: Client) -> None:
    user = deletion.ask_deletion(user=person("ada"), now=timezone.now())
    page = restore_path(user)
    assert "Keep my account" in client.get(page).content.decode()
    user.refresh_from_db()
    assert user.is_leaving  # opening it changes nothing
    assert client.post(page).status_code == 302
    assert User.objects.filter(pk=user.pk, is_active=True, deletion_due=None).exists()
    assert client.get(page).status_code == 404
    assert client.get(reverse("account:restore", args=["nonsense"])).status_code == 404


@pytest.mark.parametrize("login", ["ADA", "ada@example.org"])
def test_signing_in_offers_to_keep_the_account_and_nothing_else(client: Client, login: str) -> None:
    ada = person("Ada")
    ada.set_password(PASSWORD)
    ada.save()
    deletion.ask_deletion(user=ada, now=timezone.now())
    sign_in = reverse("account:sign-in")
    wrong = client.post(sign_in, {"login": login, "password": "wrong"})
    assert wrong.status_code != 302
    answer = client.post(sign_in, {"login": login, "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[0][0].startswith("/account/restore/")
    assert "Keep my account" in answer.content.decode()
    assert client.get("/account/").status_code == 302  # not signed in
    client.post(answer.redirect_chain[0][0])
    assert client.post(sign_in, {"login": login, "password": PASSWORD}).status_code == 302
    assert client.get("/account/").status_code == 200


def test_an_account_without_a_password_proves_itself_otherwise(client: Client) -> None:
    ada = person("ada")
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    Authenticator.objects.create(user=ada, type=Authenticator.Type.WEBAUTHN, data={"name": "key", "credential": {}})
    answer = client.post(PAGE, {"name": "ada"})
    assert answer.status_code == 302
    assert "/account/prove/" in answer["Location"]
    ada.refresh_from_db()
    assert not ada.is_leaving


def test_the_way_back_is_closed_when_the_time_is_over(client: Client) -> None:
    user = deletion.ask_deletion(user=person("ada"), now=timezone.now() - timedelta(days=15))
    answer = client.post(restore_path(user))
    assert answer.status_code == 409
    assert "too late" in answer.content.decode()


def test_the_others_see_that_a_message_was_removed(client: Client) -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    ChatMessage.objects.create(game=game, user=ada, channel="table", text="", at=NOW)
    client.force_login(bob)
    said = client.get(reverse("pages:talk", args=[game.pk])).content.decode()
    assert "removed with the account of its writer" in said
    assert "report this message" not in said
