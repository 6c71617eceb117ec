"""Blocking people over the API."""

import pytest

from accounts.models import User
from accounts.services import blocks
from tests.api.callers import Caller, code
from tests.tables import open_table


def test_somebody_is_blocked_listed_and_unblocked(users: list[User], ada: Caller, bob: Caller) -> None:
    made = ada.post("me/blocks/", {"name": "BOB"})
    assert (made.status_code, made.json()["name"]) == (201, "bob")
    assert [block["name"] for block in ada.get("me/blocks/").json()] == ["bob"]
    assert bob.get("me/blocks/").json() == []
    assert ada.post("me/blocks/", {"name": "bob"}).status_code == 201
    assert ada.delete("me/blocks/bob/").status_code == 204
    assert ada.delete("me/blocks/bob/").status_code == 404
    assert ada.get("me/blocks/").json() == []


@pytest.mark.parametrize(
    ("body", "status"), [({}, 400), ({"name": 7}, 400), ({"name": "zoe"}, 404), ({"name": "ada"}, 400)]
)
def test_what_cannot_be_blocked_is_refused(ada: Caller, body: object, status: int) -> None:
    assert ada.post("me/blocks/", body).status_code == status
    assert ada.get("me/blocks/").json() == []


def test_there_is_a_limit(ada: Caller, users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 0)
    assert code(ada.post("me/blocks/", {"name": "bob"})) == "too_many"


def test_the_blocked_are_refused_politely(users: list[User], ada: Caller, bob: Caller) -> None:
    ada.post("me/blocks/", {"name": "bob"})
    wish = {"rules": "genial", "seats": [{"me": True}, {"invite": "ada"}]}
    refused = bob.post("games/", wish)
    assert refused.status_code == 400
    assert "block" not in refused.json()["detail"]
    joined = bob.post(f"games/{open_table(users[0], {'open': True}).pk}/join/")
    assert code(joined) == "not_open"
    assert "block" not in joined.json()["detail"]
    assert bob.get("games/?open_for=me").json()["results"] == []
