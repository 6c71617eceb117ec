import time

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.api.callers import Caller, code


@pytest.fixture
def few(settings, monkeypatch):
    """Few requests a minute, in a minute that does not end while we count."""
    settings.API_RATES = {"user": 5, "address": 3, "tables": 2, "tokens": 1}
    now = time.time() // 60 * 60 + 10
    monkeypatch.setattr("genial_site.api.throttles.time.time", lambda: now)
    return lambda seconds: monkeypatch.setattr("genial_site.api.throttles.time.time", lambda: now + seconds)


def test_a_user_has_so_many_requests_a_minute(few, ada: Caller, bob: Caller) -> None:
    assert [ada.get("me/").status_code for _request in range(6)] == [200] * 5 + [429]
    response = ada.get("rules/")
    assert code(response) == "throttled"
    assert 50 <= int(response["Retry-After"]) <= 52
    assert bob.get("me/").status_code == 200
    few(60)
    assert ada.get("me/").status_code == 200


def test_an_address_has_so_many_requests_a_minute(few, nobody: Caller, ada: Caller) -> None:
    assert [nobody.get("rules/").status_code for _request in range(4)] == [200] * 3 + [429]
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get("/api/v1/rules/").status_code == 200
    assert ada.get("rules/").status_code == 200  # who has signed in is counted by name


def test_an_address_cannot_be_made_up(few, nobody: Caller) -> None:
    """The web server believes the proxies it knows; what reaches us in a header is anybody's word."""
    statuses = [nobody.get("rules/", x_forwarded_for=f"192.0.2.{number}").status_code for number in range(4)]
    assert statuses == [200] * 3 + [429]


def test_guessing_tokens_is_counted(few, db: None) -> None:
    guesser = Caller(token="genial_guess")
    assert [guesser.get("me/").status_code for _request in range(4)] == [401] * 3 + [429]


def test_new_tables_are_counted_on_their_own(few, ada: Caller) -> None:
    wish = {"rules": "genial", "seats": [{"me": True}, {"open": True}]}
    assert [ada.post("games/", wish).status_code for _request in range(3)] == [201, 201, 429]
    assert ada.get("games/").status_code == 200


def test_new_tokens_are_counted_on_their_own(few, users: list[User]) -> None:
    client = Client()
    client.force_login(users[0])
    made = [client.post("/api/v1/me/tokens/", {"name": "bot"}, "application/json") for _request in range(2)]
    assert [response.status_code for response in made] == [201, 429]


def test_without_a_cache_everybody_is_served(few, nobody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(type(cache._connections["default"]), "add", away)  # type: ignore[attr-defined]
    assert [nobody.get("rules/").status_code for _request in range(5)] == [200] * 5
