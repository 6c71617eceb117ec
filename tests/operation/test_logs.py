"""What a request and a task leave in the log."""

import asyncio
import logging
from typing import Any
from uuid import uuid4

import pytest
from celery.app.task import Context
from django.core.signing import dumps
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from accounts.models import User
from accounts.services.tokens import make_token
from games.tasks import expire_turns
from genial_site import asgi, urls
from genial_site.operation import logs, request_ids, tasks_noted
from genial_site.operation.request_ids import id_of
from tests.operation.conftest import Lines
from tests.tables import open_table, people, running_game

RACK = '{"format":"genial-state/1","hands":[["RB"]]}'


def broken(_request: HttpRequest, secret: str) -> HttpResponse:
    raise RuntimeError(f"{len(secret)} signs of ada@example.org, state {RACK}")


class BrokenSite:
    urlpatterns = [*urls.urlpatterns, path("broken/<str:secret>/", broken, name="broken")]
    handler500 = urls.handler500


def access(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines() if line["logger"] == "genial.access"]


@pytest.mark.django_db
def test_a_request_is_a_line_that_names_its_route(client: Client, lines: Lines) -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    client.force_login(ada)
    answer = client.get(reverse("pages:table", args=[game.pk]), {"link": "a-secret"}, headers={"referer": "/x?y=z"})
    (line,) = access(lines)
    assert line["route"] == "pages:table"
    assert (line["method"], line["status"], line["user"]) == ("GET", 200, ada.pk)
    assert line["game_id"] == str(game.pk)
    assert line["request_id"] == answer["X-Request-ID"]
    assert line["ms"] > 0
    assert line["level"] == "info"
    assert set(line) == {
        *("timestamp", "level", "logger", "event", "request_id"),
        *("method", "route", "status", "ms", "user", "game_id"),
    }


def test_what_leads_nowhere_is_not_repeated(client: Client, lines: Lines) -> None:
    client.get("/no-such-page/ada@example.org/?password=hunter22")
    assert [line["route"] for line in access(lines)] == ["unmatched"]
    assert "ada" not in str(lines())


@pytest.mark.django_db
def test_no_secret_of_a_request_is_logged(client: Client, lines: Lines) -> None:
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"open": True}, public=False)
    _token, text = make_token(user=bob, name="program")
    client.force_login(bob)
    session = client.cookies["sessionid"].value
    signed = dumps(bob.pk, salt="something")
    for address, options in [
        (reverse("pages:table", args=[game.pk]) + f"?link={game.link}", {}),
        (f"/unsubscribe/{signed}/", {}),
        (f"/feeds/calendar/{signed}.ics", {}),
        (f"/invitations/off/{signed}/", {}),
        ("/api/v1/me/", {"authorization": f"Bearer {text}"}),
    ]:
        client.get(address, headers=options)
    client.post("/account/sign-in/", {"username": "ada", "login": "ada", "password": "a wrong password"})
    client.post(f"/api/v1/games/{game.pk}/join/", {"link": game.link}, "application/json")
    assert len(access(lines)) == 7
    written = str(lines())
    hidden = (game.link, signed, text, session, "wrong password", "ada@example.org", "bob@example.org")
    assert [secret for secret in hidden if secret in written] == []


@override_settings(ROOT_URLCONF=BrokenSite)
def test_a_mistake_is_found_by_the_number_on_its_page(client: Client, lines: Lines) -> None:
    client.raise_request_exception = False
    answer = client.get("/broken/the-secret-of-a-link/?link=abc")
    mistake, line = lines()
    assert mistake["request_id"] == line["request_id"] == answer["X-Request-ID"]
    assert answer["X-Request-ID"] in answer.content.decode()
    assert mistake["event"] == "Internal Server Error: broken"
    assert "in broken" in mistake["exception"]
    assert line["status"] == 500
    for secret in ("the-secret-of-a-link", "ada@example.org", "RB", "abc"):
        assert secret not in str(lines()), secret


def test_what_others_log_is_looked_through(lines: Lines) -> None:
    logging.getLogger("games.channels").warning("to %s", "ada@example.org", extra={"request": None, "token": "abc"})
    (line,) = lines()
    assert (line["event"], line["logger"]) == ("to [mail address]", "games.channels")
    assert "token" not in line


def test_text_is_for_people(caplog: pytest.LogCaptureFixture) -> None:
    form = logs.text()
    record = logging.LogRecord("games", logging.WARNING, "", 0, "%s turns", (7,), None)
    record.facts = {"route": "pages:home", "user": None}
    assert form.format(record)[19:] == " WARNING games: 7 turns (route=pages:home)"
    record = logging.LogRecord("games", logging.ERROR, "", 0, "No.", (), None)
    assert form.format(record)[19:] == " ERROR games: No."


@pytest.mark.parametrize(
    ("form", "level", "expected"), [("text", "", "WARNING"), ("json", "", "INFO"), ("text", "error", "ERROR")]
)
def test_machines_are_told_more_than_people(form: str, level: str, expected: str) -> None:
    assert logs.configuration(form=form, level=level, debug=False)["root"]["level"] == expected


# --- ids -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "by_proxy", "kept"),
    [
        (b"0123456789abcdef0123456789abcdef", True, True),
        (b"0123456789abcdef0123456789abcdef", False, False),  # whoever it is may not choose what we log
        (b"short", True, False),
        (b"a" * 65, True, False),
        (b"line\nbreak-and-more", True, False),
        (b"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7", True, False),
    ],
)
def test_an_id_is_taken_over_from_proxies_alone(sent: bytes, by_proxy: bool, kept: bool) -> None:
    found = id_of({"headers": [(b"x-request-id", sent)]}, by_proxy=by_proxy)
    assert (found.encode() == sent) == kept
    assert request_ids.WELL_FORMED.fullmatch(found)


@pytest.mark.parametrize(("client", "kept"), [("127.0.0.1", True), ("203.0.113.9", False)])
def test_the_web_server_knows_who_is_a_proxy(monkeypatch: pytest.MonkeyPatch, client: str, kept: bool) -> None:
    seen: list[str] = []

    async def site(scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        seen.append(scope["request_id"])

    monkeypatch.setattr(asgi.behind_proxies, "app", site)
    headers = [(b"x-request-id", b"from-a-proxy"), (b"x-forwarded-for", b"198.51.100.7")]
    scope = {"type": "http", "path": "/", "headers": headers, "client": (client, 1)}
    asyncio.run(asgi.application(scope, None, None))
    assert (seen == ["from-a-proxy"]) == kept


def test_two_requests_have_two_ids(client: Client) -> None:
    assert client.get("/robots.txt")["X-Request-ID"] != client.get("/robots.txt")["X-Request-ID"]
    assert request_ids.current.get() == ""


# --- tasks -----------------------------------------------------------------------------------------


def test_a_task_is_known_by_the_request_that_caused_it(lines: Lines) -> None:
    headers: dict[str, Any] = {}
    with request_ids.known_as("the-request"):
        tasks_noted.mark(headers=headers)
    expire_turns.request_stack.push(Context(**headers))
    try:
        tasks_noted.begin(task=expire_turns)
        logging.getLogger("games").warning("within")
        tasks_noted.end(task=expire_turns, task_id="7", state="SUCCESS")
    finally:
        expire_turns.request_stack.pop()
    within, line = lines()
    assert within["request_id"] == line["request_id"] == "the-request"
    assert (line["task"], line["outcome"]) == ("games.tasks.expire_turns", "ok")
    assert line["waited_ms"] >= 0
    assert request_ids.current.get() == ""


@pytest.mark.django_db
def test_a_task_that_fails_says_so(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*, now: object) -> None:
        raise RuntimeError("not now")

    monkeypatch.setattr("games.services.departures.overdue", fail)
    expire_turns.apply()
    (line,) = [line for line in lines() if line["logger"] == "genial.tasks"]
    assert line["outcome"] == "failure"


def test_a_task_of_nobody_has_no_request(lines: Lines) -> None:
    headers: dict[str, Any] = {}
    tasks_noted.mark(headers=headers)
    assert set(headers) == {"sent_at"}


def test_the_user_is_a_number(client: Client, lines: Lines, db: None) -> None:
    user = User.objects.create_user(f"ada-{uuid4()}")
    client.force_login(user)
    client.get("/my/")
    (line,) = access(lines)
    assert line["user"] == user.pk
    assert user.username not in str(lines())
