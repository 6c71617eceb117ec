import hashlib
import re
from datetime import timedelta

import pytest
from django.contrib.admin.sites import site as admin_site
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from accounts.models import ApiToken, User
from accounts.services import tokens
from accounts.services.tokens import make_token, revoke_token, user_of_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password="correct horse battery")


def test_a_token_speaks_for_its_user(ada: User) -> None:
    _, text = make_token(user=ada, name="bot")
    assert re.fullmatch(r"genial_[\w-]{43,}", text)
    assert user_of_token(text) == ada


def test_only_the_hash_of_a_token_is_kept(ada: User) -> None:
    token, text = make_token(user=ada, name="bot")
    row = ApiToken.objects.filter(pk=token.pk).values().get()
    assert row["digest"] == hashlib.sha256(text.encode()).hexdigest()
    assert text not in str(row)


@pytest.mark.parametrize("text", ["", "genial_", "genial_" + "x" * 43, "\0", "genial_\udcff", "genial_" + "x" * 10_000])
def test_what_is_no_token_speaks_for_nobody(ada: User, text: str) -> None:
    make_token(user=ada, name="bot")
    assert user_of_token(text) is None


def test_a_revoked_token_speaks_for_nobody(ada: User) -> None:
    token, text = make_token(user=ada, name="bot")
    _, other = make_token(user=ada, name="other bot")
    assert revoke_token(user=ada, token_id=token.pk)
    assert user_of_token(text) is None
    assert user_of_token(other) == ada
    assert not revoke_token(user=ada, token_id=token.pk)


def test_nobody_revokes_the_token_of_another(ada: User) -> None:
    token, text = make_token(user=ada, name="bot")
    assert not revoke_token(user=User.objects.create_user("bob"), token_id=token.pk)
    assert user_of_token(text) == ada


def test_a_closed_account_has_no_say(ada: User) -> None:
    _, text = make_token(user=ada, name="bot")
    User.objects.update(is_active=False)
    assert user_of_token(text) is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_token_has_a_proper_name(ada: User, name: str) -> None:
    with pytest.raises(ValidationError):
        make_token(user=ada, name=name)


def test_there_is_a_limit_and_revoking_makes_room(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "PER_USER", 2)
    first, _ = make_token(user=ada, name="1")
    make_token(user=ada, name="2")
    with pytest.raises(ValidationError, match="2 tokens already"):
        make_token(user=ada, name="3")
    revoke_token(user=ada, token_id=first.pk)
    make_token(user=ada, name="3")


def test_its_use_is_noted_once_a_minute(ada: User) -> None:
    token, text = make_token(user=ada, name="bot")
    user_of_token(text)
    token.refresh_from_db()
    assert token.last_used_at
    assert timezone.now() - token.last_used_at < timedelta(minutes=1)
    with CaptureQueriesContext(connection) as queries:
        user_of_token(text)
    assert len(queries) == 1
    long_ago = timezone.now() - timedelta(hours=1)
    ApiToken.objects.update(last_used_at=long_ago)
    user_of_token(text)
    token.refresh_from_db()
    assert token.last_used_at > long_ago


# --- the API ---------------------------------------------------------------------------------------


@api_view(["GET"])
@permission_classes([IsAuthenticated])
def whoami(request: Request) -> Response:
    return Response(str(request.user))


def ask(**headers: str) -> Response:
    response: Response = whoami(APIRequestFactory().get("/", headers=headers))
    return response


def test_the_api_takes_a_bearer_token(ada: User) -> None:
    _, text = make_token(user=ada, name="bot")
    for scheme in ("Bearer", "bearer"):
        assert ask(authorization=f"{scheme} {text}").data == "ada"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": "Bearer genial_x"},
        {"authorization": "Bearer ÿþ"},
        {"authorization": "Basic eDp5"},
    ],
)
def test_the_api_asks_others_for_a_token(headers: dict[str, str]) -> None:
    response = ask(**headers)
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")


# --- the command -----------------------------------------------------------------------------------


def test_the_command_prints_the_token_alone(ada: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_token", "ADA", name="from the shell")
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert user_of_token(out.strip()) == ada
    assert ApiToken.objects.get().name == "from the shell"


def test_the_command_makes_the_user_when_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_token", "bot", create=True)
    user = user_of_token(capsys.readouterr().out.strip())
    assert user
    assert not user.has_usable_password()
    call_command("create_token", "bot", create=True)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "create", "reason"),
    [("nobody", False, "no user 'nobody'; --create"), ("a b", True, "valid username"), ("gone", True, "closed")],
)
def test_the_command_says_why_it_makes_no_token(name: str, create: bool, reason: str) -> None:
    User.objects.create_user("gone", is_active=False)
    with pytest.raises(CommandError, match=reason):
        call_command("create_token", name, create=create)
    assert not ApiToken.objects.exists()


# --- the page --------------------------------------------------------------------------------------


def test_the_page_is_for_those_who_have_signed_in(client: Client, ada: User) -> None:
    response = client.get("/account/tokens/")
    assert response["Location"] == "/account/sign-in/?next=/account/tokens/"
    form = {"login": "ada", "password": "correct horse battery", "next": "/account/tokens/"}
    assert client.post("/account/sign-in/", form)["Location"] == "/account/tokens/"
    assert client.get("/account/tokens/").status_code == 200


def test_a_wrong_password_is_told(client: Client, ada: User) -> None:
    response = client.post("/account/sign-in/", {"username": "ada", "password": "wrong"})
    assert 'role="alert"' in response.content.decode()


def test_a_token_is_shown_once(client: Client, ada: User) -> None:
    client.force_login(ada)
    response = client.post("/account/tokens/", {"name": "my bot"})
    found = re.search(r"genial_[\w-]{43,}", response.content.decode())
    assert found
    assert user_of_token(found[0]) == ada
    assert "no-store" in response["Cache-Control"]
    again = client.get("/account/tokens/").content.decode()
    assert "my bot" in again
    assert found[0] not in again


def test_a_token_can_be_revoked_on_the_page(client: Client, ada: User) -> None:
    client.force_login(ada)
    token, text = make_token(user=ada, name="my bot")
    assert client.post(f"/account/tokens/{token.pk}/revoke/")["Location"] == "/account/tokens/"
    assert user_of_token(text) is None
    assert "my bot" not in client.get("/account/tokens/").content.decode()


def test_the_tokens_of_others_are_out_of_reach(client: Client, ada: User) -> None:
    token, text = make_token(user=User.objects.create_user("bob"), name="bob's bot")
    client.force_login(ada)
    assert "bob" not in client.get("/account/tokens/").content.decode()
    assert client.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert user_of_token(text)


def test_a_token_needs_a_name_and_room(client: Client, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(ada)
    assert client.post("/account/tokens/", {"name": " "}).status_code == 422
    monkeypatch.setattr(tokens, "PER_USER", 0)
    response = client.post("/account/tokens/", {"name": "bot"})
    assert response.status_code == 422
    assert "0 tokens already" in response.content.decode()


@pytest.mark.parametrize("address", ["/account/tokens/", "/account/tokens/1/revoke/", "/account/sign-out/"])
def test_only_our_own_forms_are_taken(ada: User, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(address, {"name": "bot"}).status_code == 403


def test_looking_revokes_nothing(client: Client, ada: User) -> None:
    client.force_login(ada)
    token, _ = make_token(user=ada, name="bot")
    assert client.get(f"/account/tokens/{token.pk}/revoke/").status_code == 405


def test_signing_out_ends_at_the_front_page(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.post("/account/sign-out/")["Location"] == "/"
    assert client.get("/account/tokens/").status_code == 302


@pytest.mark.parametrize(("language", "word"), [("de", "Widerrufen"), ("nl", "Intrekken")])
def test_the_page_speaks_the_readers_language(client: Client, ada: User, language: str, word: str) -> None:
    client.force_login(ada)
    make_token(user=ada, name="bot")
    assert word in client.get("/account/tokens/", headers={"accept-language": language}).content.decode()


def test_operators_see_tokens_without_their_hash(client: Client) -> None:
    operator = User.objects.create_superuser("op")
    token, _ = make_token(user=operator, name="my bot")
    client.force_login(operator)
    assert ApiToken in admin_site._registry
    for address in ("/admin/accounts/apitoken/", f"/admin/accounts/apitoken/{token.pk}/change/"):
        page = client.get(address).content.decode()
        assert "my bot" in page
        assert token.digest not in page
    assert client.get("/admin/accounts/apitoken/add/").status_code == 403
