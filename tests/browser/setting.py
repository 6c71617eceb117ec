"""Run inside the site under test (`manage.py shell`): lays out games and signs people in, whenever it is asked to."""

import hashlib
import json
import secrets
import sys
import traceback
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest import mock

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import User
from games.engine.registry import RULES
from games.models import Game, Hint, Review
from games.services import lobby
from games.services.wishes import read_wish
from genial_site import errors
from tests.ratings import Seats, catch_up_everywhere, ended, store
from tests.tables import fresh, hint_of, play_on, reviewed, some_turn


def obey() -> None:
    """Answers each line of JSON, which is the name of something here with its arguments, with such a line."""
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"told": globals()[name](**arguments)}
        except Exception:  # noqa: BLE001  # of the test that asked; others have more to ask
            answer = {"failed": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


def lay_out(
    names: list[str], bots: list[str], turns: int, wishes: dict[str, Any], like: str, deal: str
) -> dict[str, Any]:
    """A game of these people in this order and of these bots, after so many turns that were played for all of them."""
    users, game = laid_out(names, bots, turns, wishes, like, deal)
    return {"game": str(game.pk), "link": game.link, "sessions": sessions(users)}


def lay_out_all(names: list[str], turns: list[int]) -> dict[str, Any]:
    """A game of each kind for each of these numbers of turns to have been played, with the advice of a bot."""
    games = {}
    for rules in RULES:
        for count in turns:
            users, game = laid_out(names, [], count, {"rules": rules}, "random", "all")
            games[f"{rules} {count}"] = str(game.pk)
            if fresh(game).status == Game.Status.FINISHED:
                reviewed(fresh(game))
            else:
                hint_of(game, choices=[{"actions": some_turn(game), "worth": 0.6}])
    return {"games": games, "sessions": sessions(users)}


def laid_out(
    names: list[str], bots: list[str], turns: int, wishes: dict[str, Any], like: str, deal: str
) -> tuple[list[User], Game]:
    users = [User.objects.get_or_create(username=name)[0] for name in names]
    host, *others = users
    seats = [{"me": True}, *({"open": True} for _user in others), *({"bot": bot} for bot in bots)]
    now = timezone.now()
    wish = read_wish({"seats": seats, "order": "fixed", "client_seed": "test"} | wishes)
    with mock.patch.object(lobby, "secrets", dealing(deal)):
        game = lobby.create_table(host=host, wish=wish, now=now)
    for user in others:
        lobby.join(game_id=game.pk, user=user, client_seed=user.username, link=game.link, now=now)
    if turns:
        play_on(game, turns, now, like)
    return users, game


def dealing(deal: str) -> SimpleNamespace:
    """In place of `secrets`: the same deal each time, for a test that fails must fail again."""
    numbers = iter(range(1000))

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(f"{deal} {next(numbers)}".encode()).digest()[:size]

    return SimpleNamespace(token_bytes=token_bytes, token_urlsafe=secrets.token_urlsafe)


def sessions(users: list[User]) -> dict[str, str]:
    return {user.username: session(user) for user in users}


def session(user: User) -> str:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    return str(store.session_key)


def standing(game_id: str) -> dict[str, Any]:
    """How a game stands, for tests that look behind the page."""
    game = Game.objects.get(pk=game_id)
    return {"status": game.status, "version": game.version, "result": game.result, "series": str(game.series_id)}


def play_turn(game_id: str, like: str) -> None:
    """One turn for whoever is to move, played like a bot plays."""
    play_on(Game.objects.get(pk=game_id), 1, timezone.now(), like)


def play_series(series: str) -> None:
    """All games of a series to their end; the next one begins when one is over."""
    while game := Game.objects.filter(series_id=series, status=Game.Status.ACTIVE).first():
        play_on(game, now=timezone.now())


def give_hint(game_id: str) -> None:
    game = Game.objects.get(pk=game_id)
    hint_of(game, choices=[{"actions": some_turn(game), "worth": 0.6}])


def rate_games(names: list[str]) -> dict[str, Any]:
    """Rated games of these people and a bot, of late: enough to stand in leaderboards; and one at a table."""
    users = [User.objects.get_or_create(username=name)[0] for name in names]
    now = timezone.now()
    tables: list[Seats] = [users, users, [users[0], "steady"]]
    store(ended(tables[at % 3], [1 + at % 2, 2 - at % 2], now - timedelta(hours=90 - at)) for at in range(90))
    catch_up_everywhere()
    _users, game = laid_out(names, [], 10_000, {"rules": "koepfchen", "rated": True}, "random", "rated")
    catch_up_everywhere()
    return {"game": str(game.pk), "sessions": sessions(users)}


def advice_half_done(hinted: str, looked_through: str) -> None:
    """A bot that still thinks of a hint in one game, and of the turns of another."""
    now = timezone.now()  # what waits for longer is taken up
    hint = hint_of(Game.objects.get(pk=hinted))
    Hint.objects.filter(pk=hint.pk).update(asked_at=now)
    review = reviewed(Game.objects.get(pk=looked_through))
    Review.objects.filter(pk=review.pk).update(turns=review.turns[:1], done=1, asked_at=now, worked_at=now)


def error_pages() -> dict[str, str]:
    """The pages of mistakes that a site in order does not make."""
    request = RequestFactory().get("/", headers={"host": "localhost"})
    request.user = AnonymousUser()
    pages = {
        "bad request": errors.bad_request(request),
        "forbidden": errors.forbidden(request),
        "csrf": errors.csrf_failure(request),
        "server error": errors.server_error(request),
    }
    return {name: page.content.decode() for name, page in pages.items()}
