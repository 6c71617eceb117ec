import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Export, User
from accounts.services import tokens
from accounts.services.exports import making
from accounts.services.tokens import make_token, user_of_token
from tests.api.callers import Caller, code
from tests.api.document import check_answer
from tests.tables import play_on, running_game

JSON = "application/json"


@pytest.fixture
def session(users: list[User]) -> Client:
    client = Client()
    client.force_login(users[0])
    return client


def test_my_account_is_mine(ada: Caller) -> None:
    own = {"email", "email_confirmed", "email_waiting", "time_zone", "language", "ratings_private"}
    assert ada.get("me/").json().keys() == {"name", "member_since", *own}
    assert ada.get("me/").json()["email"] == "ada@example.org"


def test_my_address_can_be_changed_where_i_have_signed_in(session: Client) -> None:
    response = session.patch("/api/v1/me/", {"email": " new@example.org "}, JSON)
    check_answer("PATCH", "/api/v1/me/", response)
    told = response.json()
    assert (told["email"], told["email_waiting"]) == ("ada@example.org", "new@example.org")
    assert told["email_confirmed"]


def test_a_token_does_not_change_my_address(ada: Caller) -> None:
    response = ada.patch("me/", {"email": "thief@example.org"})
    assert (response.status_code, code(response)) == (403, "session_required")
    assert ada.patch("me/", {}).json()["email"] == "ada@example.org"


def test_my_clock_and_language_can_be_changed(ada: Caller) -> None:
    told = ada.patch("me/", {"time_zone": "Europe/Amsterdam", "language": "nl"}).json()
    assert (told["time_zone"], told["language"]) == ("Europe/Amsterdam", "nl")
    assert ada.patch("me/", {"time_zone": ""}).json()["time_zone"] == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../etc/passwd"},
        {"language": "tlh"},
        {"language": None},
        {"email": "nonsense"},
        {"email": 3},
        {"email": None},
        {"email": "x" * 300 + "@example.org"},
        {"name": "root"},
        {"username": "root"},
        {"is_staff": True},
        {"is_superuser": True, "email": "a@example.org"},
        {"password": "x"},
        {"id": 1},
        {"": ""},
    ],
)
def test_nothing_else_can_be_changed(session: Client, changes: dict[str, object]) -> None:
    session.get("/api/v1/me/")  # the first time, the site remembers its reader's language
    before = User.objects.values().get(username="ada")
    response = session.patch("/api/v1/me/", changes, JSON)
    assert (response.status_code, code(response)) == (400, "malformed")
    assert User.objects.values().get(username="ada") == before


def test_a_profile_shows_what_everybody_may_know(users: list[User], nobody: Caller) -> None:
    play_on(running_game(*users[:2], rules="koepfchen"))
    play_on(running_game(*users[:2], rules="koepfchen", public=False))
    running_game(*users[:2])
    profile = nobody.get("users/ADA/").json()
    assert profile.keys() == {"name", "about", "guest", "member_since", "games_played", "results", "ratings"}
    assert profile["name"] == "ada"
    assert profile["games_played"] == {"genial": 0, "genial-3d": 0, "genial-cards": 0, "koepfchen": 1}
    [results] = profile["results"]
    assert (results["rules"], results["mode"], results["seats"], results["games"]) == ("koepfchen", "free", 2, 1)
    assert results["won"] + results["shared"] + results["lost"] == 1
    [own] = Caller(users[0]).get("users/ada/").json()["results"]
    assert own["games"] == 2
    assert nobody.get("users/ada/ratings/").json() == {"name": "ada", "pool": "people", "ratings": {}}


def test_who_is_gone_has_no_profile(users: list[User], nobody: Caller) -> None:
    User.objects.filter(username="bob").update(is_active=False)
    for name in ("bob", "nobody"):
        for address in (f"users/{name}/", f"users/{name}/ratings/"):
            assert nobody.get(address).status_code == 404


@pytest.mark.parametrize("name", ["a.b", "a@b.org", "a+b", "a-b", "jürgen", "日本"])
def test_every_name_that_people_may_have_has_an_address(db: None, nobody: Caller, name: str) -> None:
    User.objects.create_user(name)
    assert nobody.get(f"users/{name}/").json()["name"] == name


def test_tokens_are_made_listed_and_revoked(session: Client) -> None:
    response = session.post("/api/v1/me/tokens/", {"name": "my bot"}, JSON)
    check_answer("POST", "/api/v1/me/tokens/", response)
    assert response["Cache-Control"] == "no-store"
    made = response.json()
    caller = Caller(token=made["token"])
    assert caller.get("me/").json()["name"] == "ada"
    (listed,) = caller.get("me/tokens/").json()
    assert listed["name"] == "my bot"
    assert "token" not in listed
    assert "digest" not in str(listed)
    assert caller.delete(f"me/tokens/{made['id']}/").status_code == 204
    assert caller.get("me/").status_code == 401


def test_a_token_makes_no_other(ada: Caller) -> None:
    assert code(ada.post("me/tokens/", {"name": "for ever"})) == "session_required"
    assert ApiToken.objects.count() == 1


def test_the_tokens_of_others_are_out_of_reach(users: list[User], ada: Caller) -> None:
    token, text = make_token(user=users[1], name="bob's")
    assert "bob" not in ada.get("me/tokens/").content.decode()
    assert ada.delete(f"me/tokens/{token.pk}/").status_code == 404
    assert ada.delete(f"me/tokens/{'9' * 18}/").status_code == 404
    assert user_of_token(text)


@pytest.mark.parametrize("data", [{}, {"name": ""}, {"name": "  "}, {"name": 3}, {"name": "x" * 61}, {"name": None}])
def test_a_token_has_a_name(session: Client, data: dict[str, object]) -> None:
    response = session.post("/api/v1/me/tokens/", data, JSON)
    assert (response.status_code, code(response)) == (400, "malformed")


def test_there_is_a_limit(session: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "PER_USER", 1)
    statuses = [session.post("/api/v1/me/tokens/", {"name": "bot"}, JSON) for _request in range(2)]
    assert statuses[0].status_code == 201
    assert (statuses[1].status_code, code(statuses[1])) == (409, "too_many")


def test_my_data_is_packed_for_me_once_a_day(ada: Caller) -> None:
    asked = ada.post("me/export/")
    check_answer("POST", "/api/v1/me/export/", asked)
    assert (asked.status_code, asked.json()["state"], asked.json()["size"]) == (202, "working", None)
    assert ada.post("me/export/").json() == asked.json()
    export = Export.objects.get()
    making.go_on(export_id=export.pk, reached=0, now=timezone.now())
    told = ada.get("me/export/")
    check_answer("GET", "/api/v1/me/export/", told)
    assert told.json()["state"] == "ready"
    assert told.json()["size"] > 0
    again = ada.post("me/export/")
    assert (again.status_code, code(again)) == (429, "throttled")
    assert "once a day" in again.json()["detail"]
