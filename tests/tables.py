"""Tables on the site, for tests: people, games between them, and turns to play."""

from datetime import UTC, datetime
from random import Random
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User
from games.bots.registry import BOTS
from games.models import Game, Hint, Review
from games.services import bot_turns, lobby, play
from games.services.table import Table, load_table
from games.services.wishes import read_wish

NOW = datetime(2026, 11, 18, 8, 0, tzinfo=UTC)


def person(name: str) -> User:
    """With an address that they have confirmed."""
    user = User.objects.create_user(name, f"{name.lower()}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def people(*names: str) -> list[User]:
    return [person(name) for name in names]


def open_table(host: User, *seats: dict[str, Any], rules: str = "genial", **wishes: Any) -> Game:
    """A table with the host on one seat and these others."""
    wish = read_wish({"rules": rules, "seats": [{"me": True}, *seats], **wishes})
    return lobby.create_table(host=host, wish=wish, now=NOW)


def running_game(*users: User, rules: str = "genial", **wishes: Any) -> Game:
    """A game that these people have begun; who sits where was drawn."""
    host, *others = users
    game = open_table(host, *({"open": True} for _user in others), rules=rules, **wishes)
    for user in others:
        lobby.join(game_id=game.pk, user=user, client_seed=user.username, link=game.link, now=NOW)
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def result_of(game: Game) -> dict[str, Any]:
    result = fresh(game).result
    assert result
    return dict(result)


def table_of(game: Game) -> Table:
    return load_table(fresh(game))


def mover(game: Game) -> User:
    user = fresh(game).mover
    assert user
    return user


def bystander(game: Game) -> User:
    """A player who is not to move."""
    return next(p.user for p in table_of(game).players if p.user and p.user != mover(game))


def somebody_at(game: Game) -> User:
    """One of the people who play or have played this game."""
    return next(player.user for player in table_of(game).players if player.user)


def some_turn(game: Game, bot: str = "random", seed: object = 1) -> list[dict[str, Any]]:
    """A turn that whoever is to move may play."""
    table = table_of(game)
    rules = table.game.rules
    return BOTS[bot].choose(rules, rules.view(table.state, table.state.seat), Random(f"{seed} {table.game.version}"))


def play_turn(game: Game, now: datetime = NOW, **sent: Any) -> dict[str, Any]:
    """The player to move plays some turn, or this one."""
    found = fresh(game)
    sent = {"version": found.version, "actions": sent.pop("actions", None) or some_turn(game), **sent}
    return play.submit_turn(game_id=game.pk, user=mover(game), sent=play.Sent(**sent), now=now)


def play_on(game: Game, turns: int = 10_000, now: datetime = NOW, bot: str = "random") -> Game:
    """Play so many turns, or to the end, those of people as this bot would; bots play theirs."""
    for _turn in range(turns):
        found = fresh(game)
        if found.status != Game.Status.ACTIVE:
            break
        if found.mover_id:
            play_turn(game, now, actions=some_turn(game, bot))
        else:
            bot_turns.play_bot_turn(game_id=found.pk, version=found.version, now=now)
    return fresh(game)


def reviewed(game: Game) -> Review:
    """The review of a finished game, as if a bot had made it: the third turn gave away most."""
    turns = [
        {
            "n": move.n,
            "seat": move.seat,
            "best": {"actions": [{"type": "swap"}], "worth": 0.8},
            "played": {"actions": move.actions, "worth": 0.5},
            "loss": 0.3 if move.n == 3 else 0.0,
            "luck": 0.125,
        }
        for move in game.moves.all()
        if move.actions[0]["type"] in ("place", "play")
    ]
    count = game.version
    return Review.objects.create(game=game, turns=turns, done=count, total=count, asked_at=NOW, worked_at=NOW)


def hint_of(game: Game, **fields: Any) -> Hint:
    """What a bot says to whoever is to move."""
    table = table_of(game)
    player = table.players[table.state.seat]
    return Hint.objects.create(player=player, version=table.game.version, asked_at=NOW, **fields)
