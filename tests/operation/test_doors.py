"""What `/healthz` and `/readyz` answer, and to whom."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from genial_site import asgi
from genial_site.operation import doors
from genial_site.operation.asking import is_local
from genial_site.operation.health import Part
from tests.running import RunningSite, eventually, prepared

FINE = [Part("database", "ok", {"seconds": 0.001}), Part("site", "ok", {"processes": 1})]
BROKEN = [Part("database", "ok"), Part("site", "dead", {"processes": 0})]


def scope(path: str = "/readyz", *, client: str = "127.0.0.1", method: str = "GET", **headers: str) -> dict[str, Any]:
    named = {"host": "localhost:8000", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "method": method,
        "path": path.partition("?")[0],
        "query_string": path.partition("?")[2].encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
        "client": (client, 4711),
    }


def asked(scope: dict[str, Any]) -> tuple[int, dict[str, str], str]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(asgi.application(scope, None, send))
    start, body = sent
    return start["status"], {n.decode(): v.decode() for n, v in start["headers"]}, body["body"].decode()


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    found = list(FINE)
    monkeypatch.setattr(doors, "readiness", doors.Readiness())
    monkeypatch.setattr(doors, "look", lambda _names: list(found))
    return found


@pytest.mark.parametrize("path", ["/healthz", "/healthz/"])
def test_a_live_process_says_so_to_anybody_on_any_host(path: str) -> None:
    """Without a database: the test has none."""
    status, headers, body = asked(scope(path, client="203.0.113.9", host="10.0.0.7:8000"))
    assert (status, body) == (200, "ok\n")
    assert headers["cache-control"] == "no-store"


def test_a_question_for_headers_gets_headers() -> None:
    assert asked(scope("/healthz", method="HEAD"))[0::2] == (200, "")


def test_nothing_is_sent_there() -> None:
    status, headers, _body = asked(scope("/readyz", method="POST"))
    assert (status, headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(("found", "status", "word"), [(FINE, 200, "ok"), (BROKEN, 503, "not ok")])
def test_strangers_are_told_one_word(parts: list[Part], found: list[Part], status: int, word: str) -> None:
    parts[:] = found
    said = asked(scope(client="203.0.113.9"))
    assert (said[0], json.loads(said[2])) == (status, {"status": word})


def test_this_machine_is_told_of_every_part(parts: list[Part]) -> None:
    parts[:] = BROKEN
    said = json.loads(asked(scope())[2])
    assert said["parts"]["site"] == {"ok": False, "is": "dead", "processes": 0}
    assert said["parts"]["database"] == {"ok": True, "is": "ok"}


@pytest.mark.parametrize(
    ("headers", "local"),
    [
        ({}, True),
        ({"host": "127.0.0.1:8000"}, True),
        ({"host": "[::1]"}, True),
        ({"host": "[::1]:8000"}, True),
        ({"host": "play.example.org"}, False),  # a proxy passes the name of the site on
        ({"x_forwarded_for": "127.0.0.1"}, False),
        ({"x_real_ip": "127.0.0.1"}, False),
        ({"forwarded": "for=127.0.0.1"}, False),
        ({"via": "1.1 proxy"}, False),
        ({"client": "203.0.113.9"}, False),
        ({"client": "::1"}, True),
        ({"client": "unix:"}, False),
    ],
)
def test_a_proxy_on_this_machine_is_not_this_machine(headers: dict[str, str], local: bool) -> None:
    assert is_local(scope(**headers)) == local


def test_a_token_opens_the_details_from_anywhere(
    parts: list[Part], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "a-token-of-some-length"
    monkeypatch.setitem(settings.ENVIRONMENT.values, "GENIAL_METRICS_TOKEN", token)
    for sent, opens in [(f"Bearer {token}", True), (f"Bearer {token}x", False), (token, False), ("Bearer é", False)]:
        said = json.loads(asked(scope(client="203.0.113.9", authorization=sent))[2])
        assert ("parts" in said) == opens


def test_an_empty_token_opens_nothing(parts: list[Part]) -> None:
    assert "parts" not in json.loads(asked(scope(client="203.0.113.9", authorization="Bearer "))[2])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("right", "opens"), [("is_superuser", True), ("is_staff", False), ("is_guest", False)])
def test_an_operators_session_opens_the_details(parts: list[Part], client: Client, right: str, opens: bool) -> None:
    user = User(username="ada")
    setattr(user, right, True)
    user.save()
    client.force_login(user)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    assert ("parts" in json.loads(asked(scope(client="203.0.113.9", cookie=cookie))[2])) == opens


def test_however_often_it_is_asked_the_parts_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(doors, "readiness", doors.Readiness())

    def look(_names: object) -> list[Part]:
        looks.append(1)
        return FINE

    monkeypatch.setattr(doors, "look", look)
    for _time in range(5):
        asked(scope())
    assert looks == [1]


def test_a_load_balancer_may_ask_for_some_parts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[tuple[str, ...]] = []
    monkeypatch.setattr(doors, "readiness", doors.Readiness())

    def look(names: tuple[str, ...]) -> list[Part]:
        wanted.append(names)
        return FINE

    monkeypatch.setattr(doors, "look", look)
    asked(scope("/readyz?parts=broker,database,nonsense"))
    assert wanted == [("database", "broker")]


# --- on a running site -----------------------------------------------------------------------------


@pytest.mark.embedded
def test_a_site_in_one_process_gets_ready(tmp_path: Path) -> None:
    with RunningSite(prepared(tmp_path / "data"), "--broker", "memory") as site:
        assert site.get("/healthz") == "ok"
        assert eventually(lambda: is_ready(site), within=60), site.said()
        assert (tmp_path / "data" / "board.json").stat().st_mode & 0o777 == 0o600


def is_ready(site: RunningSite) -> bool:
    try:
        return bool(json.loads(site.get("/readyz"))["status"] == "ok")
    except OSError:
        return False


# --- the operator's page ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_page_is_for_operators(client: Client) -> None:
    address = reverse("operator:overview")
    assert client.get(address)["Location"] == f"/account/sign-in/?next={address}"
    client.force_login(User.objects.create_user("bob"))
    assert client.get(address).status_code == 403
