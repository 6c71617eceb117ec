"""Run inside the site under test (`manage.py shell`): lays out games and signs people in, and says so as JSON."""

import json
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from accounts.models import User
from games.engine.registry import RULES
from games.models import Game
from games.services import lobby
from games.services.wishes import read_wish
from tests.tables import fresh, hint_of, play_on, reviewed, some_turn


def lay_out(names: list[str], bots: list[str], turns: int, wishes: dict[str, Any], like: str) -> None:
    """A game of these people in this order and of these bots, after so many turns that were played for all of them."""
    users, game = laid_out(names, bots, turns, wishes, like)
    tell({"game": str(game.pk), "sessions": {user.username: session(user) for user in users}})


def lay_out_all(names: list[str], turns: list[int]) -> None:
    """A game of each kind for each of these numbers of turns to have been played, with the advice of a bot."""
    games = {}
    for rules in RULES:
        for count in turns:
            users, game = laid_out(names, [], count, {"rules": rules}, "random")
            games[f"{rules} {count}"] = str(game.pk)
            if fresh(game).status == Game.Status.FINISHED:
                reviewed(fresh(game))
            else:
                hint_of(game, choices=[{"actions": some_turn(game), "worth": 0.6}])
    tell({"games": games, "sessions": {user.username: session(user) for user in users}})


def laid_out(
    names: list[str], bots: list[str], turns: int, wishes: dict[str, Any], like: str
) -> tuple[list[User], Game]:
    users = [User.objects.get_or_create(username=name)[0] for name in names]
    host, *others = users
    seats = [{"me": True}, *({"open": True} for _user in others), *({"bot": bot} for bot in bots)]
    now = timezone.now()
    wish = read_wish({"seats": seats, "order": "fixed", "client_seed": "test"} | wishes)
    game = lobby.create_table(host=host, wish=wish, now=now)
    for user in others:
        lobby.join(game_id=game.pk, user=user, client_seed=user.username, link=game.link, now=now)
    if turns:
        play_on(game, turns, now, like)
    return users, game


def session(user: User) -> str:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    return str(store.session_key)


def standing(game_id: str) -> None:
    """How a game stands, for tests that look behind the page."""
    game = Game.objects.get(pk=game_id)
    tell({"status": game.status, "version": game.version, "result": game.result})


def tell(what: dict[str, Any]) -> None:
    print(json.dumps(what))
