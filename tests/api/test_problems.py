"""Whatever is wrong with a request, its answer is a problem in JSON, and never a mistake of ours."""

from typing import Any, cast

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from accounts.models import User
from games.engine.rules import Illegal
from games.services.refusals import Unknown, spoken
from genial_site import urls
from genial_site.api.problems import STATUS
from genial_site.api.schema import MEANINGS
from genial_site.wsgi import application
from tests.api.callers import Caller, code

pytestmark = pytest.mark.django_db

FAILURES = {"bad": BadRequest, "forbidden": PermissionDenied, "broken": DatabaseError}


def fail(_request: HttpRequest, how: str) -> HttpResponse:
    raise FAILURES[how]


class FailingSite:
    urlpatterns = [path("api/fail/<slug:how>/", fail), *urls.urlpatterns]
    handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


def post(caller: Caller, body: bytes, content_type: str = "application/json", address: str = "games/") -> object:
    return caller.client.generic(
        "POST", f"/api/v1/{address}", body, content_type, headers={"authorization": f"Bearer {caller.token}"}
    )


BROKEN_BODIES = {
    "no JSON": b"{",
    "two values": b"{}{}",
    "NaN": b'{"version": NaN}',
    "Infinity": b'{"version": -Infinity}',
    "a number beyond all bounds": b'{"version": 1e999}',
    "a number of 5000 digits": b'{"version": ' + b"9" * 5000 + b"}",
    "no UTF-8": b'{"rules": "\xff"}',
    "UTF-16": '{"rules": "genial"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "nested deeply": b"[" * 20_000 + b"]" * 20_000,
    "nested somewhat": b'{"a":' * 30 + b"1" + b"}" * 30,
    "a NUL": b'{"rules": "\\u0000"}',
    "a NUL in a key": b'{"\\u0000": 1}',
    "half a character": b'{"rules": "\\ud800"}',
    "a list": b"[1]",
    "a text": b'"genial"',
    "a number": b"3",
}


@pytest.mark.parametrize("body", BROKEN_BODIES.values(), ids=BROKEN_BODIES)
@pytest.mark.parametrize("address", ["games/", "games/00000000-0000-4000-8000-000000000000/join/", "me/tokens/"])
def test_a_body_that_makes_no_sense_is_malformed(ada: Caller, body: bytes, address: str) -> None:
    response = post(ada, body, address=address)
    expected = (403, "session_required") if address == "me/tokens/" else (400, "malformed")
    assert (response.status_code, code(response)) == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", BROKEN_BODIES.values(), ids=BROKEN_BODIES)
def test_nor_is_anything_changed_about_an_account(ada: Caller, body: bytes) -> None:
    response = ada.client.patch(
        "/api/v1/me/", body, "application/json", headers={"authorization": f"Bearer {ada.token}"}
    )
    assert (response.status_code, code(response)) == (400, "malformed")


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({}, "seats"),
        ({"rules": "chess", "seats": [{"me": True}]}, "no such game"),
        ({"rules": "genial", "seats": [{"me": True}]}, "cannot be played by 1"),
        ({"rules": "genial", "seats": [{"me": True}, {"me": True}]}, "one seat is yours"),
        ({"rules": "genial", "seats": [{"me": True}, {"bot": "genius"}]}, "no such bot"),
        ({"rules": "genial", "seats": [{"me": True}, {"invite": "nobody-here"}]}, "nobody-here"),
        ({"rules": "genial", "seats": [{"me": True}, {"invite": "{0.__class__}"}]}, "{0.__class__}"),
        ({"rules": "genial", "seats": [{"me": True}, {"open": True}], "public": 1}, "public is true or false"),
        ({"rules": "genial", "seats": [{"me": True}, {"open": True}], "series": 2}, "series"),
    ],
)
def test_a_wish_that_cannot_be_met_says_why(ada: Caller, wish: dict[str, object], word: str) -> None:
    response = ada.post("games/", wish)
    assert (response.status_code, code(response)) == (400, "malformed")
    assert word in response.json()["detail"]


@pytest.mark.parametrize("content_type", ["text/plain", "multipart/form-data; boundary=x", "application/xml", "x"])
def test_only_json_is_read(ada: Caller, content_type: str) -> None:
    response = post(ada, b"{}", content_type)
    assert (response.status_code, code(response)) == (415, "unsupported_media_type")  # type: ignore[attr-defined]


@pytest.mark.parametrize("charset", ["utf-16", "zlib", "hex", "idna", "undefined"])
@pytest.mark.parametrize("query", ["page=%FF", "a&" * 1500])
def test_only_utf_8_is_read(charset: str, query: str) -> None:
    """Through the real entry, for Django itself would choke on some of these."""
    environ = {
        **RequestFactory().get("/api/v1/games/").environ,
        "QUERY_STRING": query,
        "CONTENT_TYPE": f"application/json; charset={charset}",
        "HTTP_HOST": "localhost",
    }
    answers: list[Any] = []
    content = b"".join(cast("Any", application)(environ, lambda *answer: answers.append(answer)))
    ((status, headers),) = answers
    assert status.startswith("415")
    assert dict(headers)["Content-Type"] == "application/problem+json"
    assert b"unsupported_media_type" in content


def test_utf_8_may_be_said(ada: Caller) -> None:
    response = post(ada, b'{"rules":"genial","seats":[{"me":true},{"open":true}]}', "application/json; charset=UTF-8")
    assert response.status_code == 201  # type: ignore[attr-defined]


def test_a_large_body_is_not_read(ada: Caller) -> None:
    response = post(ada, b" " * 70_000 + b"{}")
    assert (response.status_code, code(response)) == (413, "too_large")  # type: ignore[attr-defined]


def test_a_long_query_is_not_read(nobody: Caller) -> None:
    assert code(nobody.get(f"games/?rules={'x' * 9000}")) == "too_large"


def test_a_query_of_too_many_parts_is_malformed(nobody: Caller) -> None:
    assert code(nobody.get("games/?" + "a&" * 1500)) == "malformed"


def test_a_length_that_is_no_number_is_refused() -> None:
    response = Client().get("/api/v1/games/", CONTENT_LENGTH="many")
    assert (response.status_code, code(response)) == (400, "malformed")


def test_json_must_be_acceptable(nobody: Caller) -> None:
    response = nobody.get("rules/", accept="text/html")
    assert (response.status_code, code(response)) == (406, "not_acceptable")
    assert nobody.get("rules/", accept="text/html, */*;q=0.1").status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_an_address_answers_to_its_methods_alone(ada: Caller, method: str) -> None:
    response = ada.call(method, "games/", {})
    assert (response.status_code, code(response)) == (405, "method_not_allowed")
    assert "POST" in response["Allow"]


@pytest.mark.parametrize(
    "address",
    [
        "nowhere/",
        "games/1/",
        "games/x/moves/",
        "users/a%00b/",
        "users/" + "x" * 151 + "/",
        "users/a%2Fb/",
        "me/tokens/x/",
    ],
)
def test_an_unknown_address_is_a_problem_in_json(client: Client, address: str) -> None:
    response = client.get(f"/api/v1/{address}")
    assert (response.status_code, code(response)) == (404, "not_found")


def test_outside_the_api_errors_stay_pages(client: Client) -> None:
    assert client.get("/apiary/")["Content-Type"].startswith("text/html")


def test_what_django_refuses_is_a_problem_in_json() -> None:
    client = Client(raise_request_exception=False)
    strange = client.get("/api/v1/rules/", headers={"host": "evil.example"})
    assert (strange.status_code, code(strange)) == (400, "malformed")
    with override_settings(ROOT_URLCONF=FailingSite):
        for how, status, name in (("bad", 400, "malformed"), ("forbidden", 403, "forbidden"), ("broken", 500, "error")):
            response = client.get(f"/api/fail/{how}/", headers={"accept-language": "de"})
            assert (response.status_code, code(response)) == (status, name)
            assert "DatabaseError" not in response.content.decode()
        assert "betreibt" in response.json()["detail"]


def test_a_mistake_of_ours_tells_nothing(ada: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("games.selectors.visible_games", broken)
    ada.client.raise_request_exception = False
    response = ada.client.get("/api/v1/games/")
    assert (response.status_code, code(response)) == (500, "error")
    assert b"secret" not in response.content


# --- sessions --------------------------------------------------------------------------------------


def test_a_session_needs_its_csrf_token(users: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(users[0])
    wish = {"rules": "genial", "seats": [{"me": True}, {"open": True}]}
    for headers in ({}, {"x-csrftoken": "x" * 32}):
        response = client.post("/api/v1/games/", wish, "application/json", headers=headers)
        assert (response.status_code, code(response)) == (403, "csrf")
    assert client.get("/api/v1/me/").json()["name"] == "ada"
    token = "x" * 32
    client.cookies["csrftoken"] = token
    response = client.post("/api/v1/games/", wish, "application/json", headers={"x-csrftoken": token})
    assert response.status_code == 201


def test_a_wrong_token_is_not_made_good_by_a_session(users: list[User]) -> None:
    client = Client()
    client.force_login(users[0])
    response = client.get("/api/v1/me/", headers={"authorization": "Bearer genial_x"})
    assert (response.status_code, code(response)) == (401, "unauthorized")
    assert response["WWW-Authenticate"].startswith("Bearer")


# --- sentences -------------------------------------------------------------------------------------


def test_a_refusal_names_colours_in_the_readers_language() -> None:
    from django.utils.translation import override

    refusal = Illegal("Your rack still holds a {colour} symbol, which you have least of.", colour="red")
    with override("de"):
        assert "red" not in spoken(Illegal("{colour}", colour="red"))
        assert spoken(Unknown("{name}", name="open")) == "open"  # a person may be called that
    assert "red" in spoken(refusal)


def test_every_code_is_explained() -> None:
    assert set(STATUS) == set(MEANINGS)
