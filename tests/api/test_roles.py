"""Every call of the API, for everybody who could make it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.urls import URLPattern, URLResolver
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.tokens import make_token
from games.models import Absence, Game
from games.services import absences, departures
from games.services.blocking import block
from genial_site.api.urls import version_1
from tests.api.callers import Caller, code
from tests.tables import NOW, fresh, open_table, people, running_game, some_turn, table_of

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "outsider", "invited", "seated", "host", "closed", "revoked")
"""`seated` is not to move, the host is. Closed accounts and revoked tokens are turned away whatever they ask for."""
NO_GAME = ""
NEXT_WEEK = (timezone.now() + timedelta(days=7)).date()

# Statuses in the order of ROLES, of a private game unless it says public.
TABLE: dict[tuple[str, str, str], str] = {
    ("GET", "schema", NO_GAME): "200 200 200 200 200 401 401",
    ("GET", "rules", NO_GAME): "200 200 200 200 200 401 401",
    ("GET", "games", NO_GAME): "200 200 200 200 200 401 401",
    ("POST", "games", NO_GAME): "401 201 201 201 201 401 401",
    ("GET", "me", NO_GAME): "401 200 200 200 200 401 401",
    ("PATCH", "me", NO_GAME): "401 200 200 200 200 401 401",
    ("GET", "export", NO_GAME): "401 404 404 404 404 401 401",
    ("POST", "export", NO_GAME): "401 202 202 202 202 401 401",
    ("GET", "tokens", NO_GAME): "401 200 200 200 200 401 401",
    ("POST", "tokens", NO_GAME): "401 403 403 403 403 401 401",
    ("DELETE", "token", NO_GAME): "401 404 404 404 204 401 401",
    ("GET", "days-off", NO_GAME): "401 200 200 200 200 401 401",
    ("POST", "days-off", NO_GAME): "401 201 201 201 201 401 401",
    ("PATCH", "absence", NO_GAME): "401 404 404 404 200 401 401",
    ("DELETE", "absence", NO_GAME): "401 404 404 404 204 401 401",
    ("GET", "notices", NO_GAME): "401 200 200 200 200 401 401",
    ("PATCH", "notices", NO_GAME): "401 200 200 200 200 401 401",
    ("GET", "notice-log", NO_GAME): "401 200 200 200 200 401 401",
    ("GET", "blocks", NO_GAME): "401 200 200 200 200 401 401",
    ("POST", "blocks", NO_GAME): "401 201 201 201 201 401 401",
    ("DELETE", "block", NO_GAME): "401 404 404 404 204 401 401",
    ("GET", "user", NO_GAME): "200 200 200 200 200 401 401",
    ("GET", "ratings", NO_GAME): "200 200 200 200 200 401 401",
    ("GET", "leaderboard", NO_GAME): "200 200 200 200 200 401 401",
    ("GET", "game", "open"): "404 404 200 200 200 401 401",
    ("GET", "game", "running"): "404 404 404 200 200 401 401",
    ("GET", "game", "over"): "404 404 404 200 200 401 401",
    ("GET", "game", "public"): "200 200 200 200 200 401 401",
    ("POST", "join", "open"): "401 404 200 409 409 401 401",
    ("POST", "join", "running"): "401 404 404 409 409 401 401",
    ("POST", "join", "public"): "401 409 409 409 409 401 401",
    ("POST", "leave", "open"): "401 404 200 200 200 401 401",
    ("POST", "leave", "running"): "401 404 404 409 409 401 401",
    ("POST", "leave", "public"): "401 403 403 409 409 401 401",
    ("POST", "kick", "open"): "401 404 403 403 200 401 401",
    ("POST", "kick", "running"): "401 404 404 403 409 401 401",
    ("POST", "cancel", "open"): "401 404 403 403 200 401 401",
    ("POST", "cancel", "running"): "401 404 404 403 409 401 401",
    ("POST", "resign", "open"): "401 404 403 409 409 401 401",
    ("POST", "resign", "running"): "401 404 404 200 200 401 401",
    ("POST", "resign", "public"): "401 403 403 200 200 401 401",
    ("POST", "resign", "over"): "401 404 404 409 409 401 401",
    ("POST", "take-back", "running"): "401 404 404 422 422 401 401",
    ("POST", "take-back", "public"): "401 403 403 422 422 401 401",
    ("GET", "clock", "open"): "404 404 200 200 200 401 401",
    ("GET", "clock", "running"): "404 404 404 200 200 401 401",
    ("GET", "clock", "public"): "200 200 200 200 200 401 401",
    ("POST", "more-time", "open"): "401 404 403 409 409 401 401",
    ("POST", "more-time", "running"): "401 404 404 200 409 401 401",
    ("POST", "more-time", "public"): "401 403 403 200 409 401 401",
    ("POST", "more-time", "over"): "401 404 404 409 409 401 401",
    ("POST", "rematch", "running"): "401 404 404 409 409 401 401",
    ("POST", "rematch", "over"): "401 404 404 201 201 401 401",
    ("GET", "legal", "open"): "401 404 403 200 200 401 401",
    ("GET", "legal", "running"): "401 404 404 200 200 401 401",
    ("GET", "legal", "public"): "401 403 403 200 200 401 401",
    ("POST", "preview", "running"): "401 404 404 409 200 401 401",
    ("POST", "preview", "public"): "401 403 403 409 200 401 401",
    ("POST", "preview", "over"): "401 404 404 409 409 401 401",
    ("GET", "moves", "running"): "404 404 404 200 200 401 401",
    ("GET", "moves", "public"): "200 200 200 200 200 401 401",
    ("POST", "moves", "open"): "401 404 403 409 409 401 401",
    ("POST", "moves", "running"): "401 404 404 409 201 401 401",
    ("POST", "moves", "public"): "401 403 403 409 201 401 401",
    ("POST", "moves", "over"): "401 404 404 409 409 401 401",
    ("GET", "hint", "running"): "401 404 404 404 404 401 401",
    ("GET", "hint", "public"): "401 403 403 404 404 401 401",
    ("POST", "hint", "open"): "401 404 403 409 409 401 401",
    ("POST", "hint", "running"): "401 404 404 409 202 401 401",
    ("POST", "hint", "public"): "401 403 403 409 202 401 401",
    ("POST", "hint", "over"): "401 404 404 409 409 401 401",
    ("GET", "review", "public"): "404 404 404 404 404 401 401",
    ("GET", "review", "over"): "404 404 404 404 404 401 401",
    ("POST", "review", "public"): "401 409 409 409 409 401 401",
    ("POST", "review", "over"): "401 404 404 202 202 401 401",
    ("GET", "record", "open"): "404 404 404 404 404 401 401",
    ("GET", "record", "running"): "404 404 404 200 200 401 401",
    ("GET", "record", "public"): "403 403 403 200 200 401 401",
    ("GET", "record", "over"): "404 404 404 200 200 401 401",
    ("GET", "series", "series"): "404 404 404 200 200 401 401",
}

CASES = [(call, role, int(TABLE[call].split()[at])) for call in TABLE for at, role in enumerate(ROLES)]


def make_game(kind: str, ada: User, bob: User) -> Game:
    """Ada is the host and, where turns have been played, to move; carol is invited where there is still room."""
    if kind == "open":
        return open_table(ada, {"open": True}, {"invite": "carol"}, {"open": True}, public=False)
    if kind == "series":
        return running_game(ada, bob, rules="genial-cards", order="fixed", public=False, series=2)
    game = running_game(ada, bob, rules="koepfchen", order="fixed", public=kind == "public")
    return departures.resign(game_id=game.pk, user=bob, now=NOW) if kind == "over" else game


def caller_as(role: str, users: list[User]) -> Caller:
    if role == "anonymous":
        return Caller()
    user = dict(zip(("host", "seated", "invited"), users, strict=True)).get(role) or people("stranger")[0]
    caller = Caller(user)
    if role == "closed":
        User.objects.filter(pk=user.pk).update(is_active=False)
    if role == "revoked":
        ApiToken.objects.filter(user=user).update(revoked_at=user.date_joined)
    return caller


def ask(caller: Caller, method: str, name: str, game: Game | None, token_id: int) -> Any:
    if name in ("user", "ratings"):
        return caller.get("users/ada/" if name == "user" else "users/ada/ratings/")
    if name == "leaderboard":
        return caller.get("ratings/genial/")
    if name in ("me", "export", "tokens", "token"):
        path = {"me": "me/", "export": "me/export/", "tokens": "me/tokens/", "token": f"me/tokens/{token_id}/"}[name]
        return caller.call(method, path, {"name": "bot"} if method == "POST" else None)
    if name in ("blocks", "block"):
        path = "me/blocks/" if name == "blocks" else "me/blocks/blocked-by-ada/"
        return caller.call(method, path, {"name": "blocked-by-ada"} if method == "POST" else None)
    if name in ("notices", "notice-log"):
        return caller.call(method, "me/notices/" if name == "notices" else "me/notices/log/")
    if name in ("days-off", "absence"):
        days = {"first_day": NEXT_WEEK.isoformat(), "last_day": NEXT_WEEK.isoformat()}
        path = "me/days-off/" if name == "days-off" else f"me/days-off/{Absence.objects.get().pk}/"
        return caller.call(method, path, None if method in ("GET", "DELETE") else days)
    if game is None:
        data = {"rules": "genial", "seats": [{"me": True}, {"open": True}]}
        return caller.call(method, f"{name}/", data if method == "POST" else None)
    if name == "series":
        return caller.get(f"series/{game.series_id}/")
    running = game.status == Game.Status.ACTIVE
    bodies: dict[str, Any] = {
        "moves": {"version": game.version, "actions": some_turn(game) if running else []},
        "preview": {"actions": some_turn(game) if running else []},
        "kick": {"name": "bob"},
        "more-time": {"version": game.version},
    }
    path = f"games/{game.pk}/" if name == "game" else f"games/{game.pk}/{name}/"
    return caller.call(method, path, bodies.get(name) if method == "POST" else None)


@pytest.mark.parametrize(("call", "role", "status"), CASES)
def test_everybody_gets_a_proper_answer(call: tuple[str, str, str], role: str, status: int, users: list[User]) -> None:
    method, name, kind = call
    game = make_game(kind, *users[:2]) if kind else None
    if game and kind == "open":
        Caller(users[1]).post(f"games/{game.pk}/join/", {"link": game.link})
    if name in ("blocks", "block"):
        block(user=users[0], other=people("blocked-by-ada")[0], now=NOW)
    if name == "absence":
        absences.take(user=users[0], first_day=NEXT_WEEK, last_day=NEXT_WEEK, now=timezone.now())
    token, _text = make_token(user=users[0], name="to revoke")
    before = picture(game)
    response = ask(caller_as(role, users), method, name, game, token.pk)
    assert response.status_code == status, response.content
    if status == 401:
        assert response["WWW-Authenticate"].startswith("Bearer")
    if status >= 400:
        code(response)
        assert picture(game) == before


def test_whoever_is_suspended_is_turned_away_whatever_they_ask_for(users: list[User]) -> None:
    games = {kind: make_game(kind, *users[:2]) if kind else None for kind in dict.fromkeys(key[2] for key in TABLE)}
    absences.take(user=users[0], first_day=NEXT_WEEK, last_day=NEXT_WEEK, now=timezone.now())
    caller = Caller(users[0])
    User.objects.filter(pk=users[0].pk).update(suspended_until=timezone.now() + timedelta(days=1))
    before = [picture(game) for game in games.values()]
    for method, name, kind in TABLE:
        response = ask(caller, method, name, games[kind], 1)
        assert (response.status_code, code(response)) == (403, "suspended"), (method, name)
    assert [picture(game) for game in games.values()] == before


def picture(game: Game | None) -> Any:
    """All that a refusal must leave as it is."""
    if game is None:
        return Game.objects.count()
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        list(game.players.values()),
        list(game.invitations.values()),
        game.moves.count(),
        Game.objects.count(),
    )


def calls(patterns: list[Any]) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from calls(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None) or pattern.callback.cls  # type: ignore[attr-defined]
            for method in ("get", "post", "put", "patch", "delete"):
                if hasattr(view, method):
                    yield method.upper(), str(pattern.name)


def test_no_call_is_without_an_entry() -> None:
    assert {(method, name) for method, name, _kind in TABLE} == set(calls(version_1))


@pytest.mark.parametrize("name", ["game", "moves", "legal", "record"])
def test_the_secret_link_opens_a_private_game(name: str, users: list[User], nobody: Caller) -> None:
    game = make_game("over", *users[:2])
    path = f"games/{game.pk}/" if name == "game" else f"games/{game.pk}/{name}/"
    for wrong in ("", "?link=", "?link=x", f"?link={quote(str(game.pk))}", "?link=%00"):
        assert nobody.get(f"{path}{wrong}").status_code in (400, 401, 404)
    assert nobody.get(f"{path}?link={game.link}").status_code == (401 if name == "legal" else 200)


def test_the_link_in_an_invitation_opens_its_table_and_takes_its_seat(users: list[User], carol: Caller) -> None:
    game = open_table(users[0], {"invite": "who@example.org"}, public=False)
    invitation = game.invitations.get()
    address = f"games/{game.pk}/"
    assert carol.get(address).status_code == 404
    assert carol.post(f"{address}join/").status_code == 404
    assert "who@example.org" not in carol.get(f"{address}?link={invitation.token}").content.decode()
    assert carol.post(f"{address}join/", {"link": invitation.token}).json()["status"] == "active"
    assert len(table_of(fresh(game)).players) == 2


def test_a_game_that_is_not_there_is_not_there(ada: Caller) -> None:
    for name in ("", "legal/", "moves/", "record/"):
        response = ada.get(f"games/00000000-0000-4000-8000-000000000000/{name}")
        assert response.status_code == 404
        assert code(response) == "not_found"
