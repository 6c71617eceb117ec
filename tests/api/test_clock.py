"""Clocks over the API: what they show, who can give time, and one's own days off."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.models import Absence
from games.services import departures
from tests.api.callers import Caller, code
from tests.tables import NOW, fresh, open_table, play_turn, running_game

BANK = {"bank": 120, "increment": 12, "cap": 168}


@pytest.fixture(autouse=True)
def still_now() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def test_the_pace_is_there_before_anybody_joins(users: list[User], nobody: Caller) -> None:
    game = open_table(users[0], {"open": True}, pace={**BANK, "weekends_off": True, "days_off": 7})
    found = nobody.get(f"games/{game.pk}/").json()
    assert found["pace"] == {**BANK, "weekends_off": True, "days_off": 7}
    assert found["deadline"] is None


def test_games_are_found_by_their_pace(users: list[User], ada: Caller) -> None:
    ids = {
        "3": open_table(users[0], {"open": True}, pace={"days": 3, "weekends_off": True}).pk,
        "7": open_table(users[0], {"open": True}, pace={"days": 7}).pk,
        "bank": open_table(users[0], {"open": True}, pace=BANK).pk,
        "none": open_table(users[0], {"open": True}, pace=None).pk,
    }
    for pace, pk in ids.items():
        assert [game["id"] for game in ada.get(f"games/?pace={pace}").json()["results"]] == [str(pk)]


def test_a_table_with_a_time_bank_is_laid_out(ada: Caller) -> None:
    wish = {"rules": "genial", "seats": [{"me": True}, {"open": True}], "pace": BANK}
    assert ada.post("games/", wish).json()["pace"] == BANK
    refused = ada.post("games/", wish | {"pace": {**BANK, "cap": 1}})
    assert (refused.status_code, code(refused)) == (400, "malformed")
    assert "cap is a whole number from 120 to 1440" in refused.json()["detail"]


def test_the_ledger_tells_how_a_deadline_came_about(users: list[User], bob: Caller, nobody: Caller) -> None:
    game = running_game(*users[:2], order="fixed", pace=BANK)
    play_turn(game, NOW + timedelta(hours=20))
    clock = nobody.get(f"games/{game.pk}/clock/").json()
    assert clock["pace"] == BANK
    assert (clock["to_move"], clock["turn_seconds"], clock["given"]) == (1, 120 * 3600, 0)
    assert clock["deadline"] == "2026-11-24T04:00:00Z"
    assert [seat["bank"] for seat in clock["seats"]] == [112 * 3600, 120 * 3600]
    assert [(entry["kind"], entry["seat"], entry["seconds"]) for entry in clock["entries"]] == [
        ("began", 0, 120 * 3600),
        ("played", 0, 20 * 3600),
        ("began", 1, 120 * 3600),
    ]
    assert [seat["bank"] for seat in bob.get(f"games/{game.pk}/").json()["seats"]] == [112 * 3600, 120 * 3600]


def test_the_clock_of_a_private_game_is_for_those_who_may_see_it(users: list[User], ada: Caller, carol: Caller) -> None:
    game = running_game(*users[:2], public=False)
    assert ada.get(f"games/{game.pk}/clock/").status_code == 200
    assert carol.get(f"games/{game.pk}/clock/").status_code == 404
    assert carol.get(f"games/{game.pk}/clock/?link={game.link}").status_code == 200


def test_an_opponent_gives_a_day(users: list[User], ada: Caller, bob: Caller, carol: Caller) -> None:
    game = running_game(*users[:2], order="fixed")
    address = f"games/{game.pk}/more-time/"
    tag = bob.get(f"games/{game.pk}/")["ETag"]
    given = bob.post(address, {"version": 0, "given": 0})
    assert given.json()["deadline"] == "2026-11-22T08:00:00Z"
    assert bob.get(f"games/{game.pk}/")["ETag"] != tag
    assert bob.get(f"games/{game.pk}/clock/").json()["entries"][-1]["by"] == "bob"
    assert code(bob.post(address, {"version": 0, "given": 0})) == "stale"
    assert code(bob.post(address, {"version": 1})) == "stale"
    assert code(bob.post(address, {})) == code(bob.post(address, {"version": 0, "given": "0"})) == "malformed"
    assert code(ada.post(address, {"version": 0})) == "not_your_turn"
    assert code(carol.post(address, {"version": 0})) == "not_a_player"
    for _time in range(2):
        assert bob.post(address, {"version": 0}).status_code == 200
    assert code(bob.post(address, {"version": 0})) == "too_many"
    departures.resign(game_id=game.pk, user=users[0], now=NOW)
    assert code(bob.post(address, {"version": 1})) == "game_over"


def test_days_off_are_taken_shortened_and_cancelled(users: list[User], ada: Caller, bob: Caller) -> None:
    User.objects.filter(username="ada").update(time_zone="Europe/Amsterdam")
    game = running_game(User.objects.get(username="ada"), users[1], order="fixed")
    first = ada.get("me/days-off/").json()
    assert first == {
        "time_zone": "Europe/Amsterdam",
        "days_a_year": 30,
        "left": {"2026": 30, "2027": 30},
        "days_off": [],
    }
    tag = bob.get(f"games/{game.pk}/")["ETag"]
    taken = ada.post("me/days-off/", {"first_day": "2026-11-20", "last_day": "2026-11-24"})
    assert taken.status_code == 201
    assert (taken.json()["starts_at"], taken.json()["ends_at"]) == ("2026-11-19T23:00:00Z", "2026-11-24T23:00:00Z")
    assert ada.get("me/days-off/").json()["left"] == {"2026": 25, "2027": 30}
    seen = bob.get(f"games/{game.pk}/")
    assert seen.json()["deadline"] == "2026-11-26T08:00:00Z"
    assert seen["ETag"] != tag
    assert seen.json()["seats"][0]["away"] == {"from": "2026-11-19T23:00:00Z", "until": "2026-11-24T23:00:00Z"}
    (listed,) = bob.get("games/?mine=1").json()["results"]
    assert (listed["seats"][0]["away"], listed["seats"][1]["away"]) == (seen.json()["seats"][0]["away"], None)
    address = f"me/days-off/{taken.json()['id']}/"
    assert ada.patch(address, {"last_day": "2026-11-21"}).json()["last_day"] == "2026-11-21"
    assert fresh(game).deadline == datetime(2026, 11, 23, 8, 0, tzinfo=UTC)
    assert bob.delete(address).status_code == 404
    assert ada.delete(address).status_code == 204
    assert ada.delete(address).status_code == 404
    assert fresh(game).deadline == NOW + timedelta(days=3)


@pytest.mark.parametrize(
    ("sent", "refusal"),
    [
        ({}, "malformed"),
        ({"first_day": "2026-11-20"}, "malformed"),
        ({"first_day": "tomorrow", "last_day": "2026-11-24"}, "malformed"),
        ({"first_day": "2026-11-31", "last_day": "2026-12-01"}, "malformed"),
        ({"first_day": 20261120, "last_day": "2026-11-24"}, "malformed"),
        ({"first_day": "2026-11-17", "last_day": "2026-11-24"}, "malformed"),
        ({"first_day": "2026-11-20", "last_day": "9999-12-31"}, "malformed"),
        ({"first_day": "2026-11-20", "last_day": "2026-12-31"}, "too_many"),
    ],
)
def test_days_off_that_cannot_be_taken(ada: Caller, sent: dict[str, Any], refusal: str) -> None:
    assert code(ada.post("me/days-off/", sent)) == refusal
    assert not Absence.objects.exists()


def test_days_off_need_somebody_who_takes_them(nobody: Caller) -> None:
    assert nobody.get("me/days-off/").status_code == 401
    assert nobody.post("me/days-off/", {"first_day": "2026-11-20", "last_day": "2026-11-20"}).status_code == 401


def test_rules_say_which_paces_there_are(nobody: Caller) -> None:
    pace = nobody.get("rules/").json()[0]["options"]["pace"]
    assert pace["days"] == [1, 2, 3, 5, 7, 14]
    assert (pace["bank"], pace["increment"], pace["cap"], pace["days_off"]) == ([24, 720], [0, 72], [24, 1440], [0, 30])
