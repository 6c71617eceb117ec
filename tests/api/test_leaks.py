"""The API's bytes: what is hidden from a reader leaves no trace in anything they are sent."""

import json
import random
from typing import Any

import pytest

from accounts.models import User
from games.engine import states
from games.models import Game, Series
from tests.api.callers import Caller
from tests.engine.facts import FACTS
from tests.tables import fresh, mover, play_on, running_game, some_turn

TABLES = [("genial", {}), ("genial-3d", {}), ("genial-cards", {}), ("genial-cards", {"series": 3}), ("koepfchen", {})]
ROUNDS = 3


def everything(caller: Caller, game: Game, actions: list[dict[str, Any]]) -> list[bytes]:
    """All that the API says of a game to one reader."""
    address = f"games/{game.pk}/"
    draft = json.dumps(actions[:1])
    answers = [
        caller.get(address),
        caller.get(f"{address}moves/"),
        caller.get(f"{address}legal/"),
        caller.get(f"{address}legal/?actions={draft}"),
        caller.post(f"{address}preview/", {"actions": actions}),
        caller.get(f"{address}record/"),
        caller.get("games/"),
        caller.get("games/?mine=1"),
        caller.get("users/ada/"),
    ]
    if game.series_id:
        answers.append(caller.get(f"series/{game.series_id}/"))
    return [repr((answer.status_code, headers(answer))).encode() + answer.content for answer in answers]


def headers(answer: Any) -> list[tuple[str, str]]:
    """All but the number of the request, which is made by chance."""
    return sorted((name, value) for name, value in answer.items() if name != "X-Request-ID")


@pytest.mark.parametrize(("rules", "wishes"), TABLES)
def test_permuting_what_is_hidden_changes_no_byte(rules: str, wishes: dict[str, Any], users: list[User]) -> None:
    game = play_on(running_game(*users, rules=rules, **wishes), turns=7)
    actions = some_turn(game)
    original = states.load(game.state)
    seats = {player.user: player.seat for player in game.players.all()}
    rng = random.Random(rules)
    outsider = User.objects.create_user("dora")
    readers: list[tuple[Caller, int | None]] = [(Caller(user), seats.get(user)) for user in (*users, outsider)]
    for caller, seat in [*readers, (Caller(), None)]:
        before = everything(caller, game, actions)
        for _round in range(ROUNDS):
            other = FACTS[game.rules_key].hidden_dealt_anew(original, seat, rng)
            Game.objects.filter(pk=game.pk).update(
                state=states.dump(game.rules, other), secret=rng.randbytes(32), link=rng.randbytes(8).hex()
            )
            assert everything(caller, game, actions) == before
        Game.objects.filter(pk=game.pk).update(state=game.state, secret=game.secret)


def test_that_law_could_fail(users: list[User]) -> None:
    """Dealing the reader's own rack anew does change what they are sent."""
    game = running_game(*users)
    actions = some_turn(game)
    seats = {player.user: player.seat for player in game.players.all()}
    caller = Caller(users[0])
    before = everything(caller, game, actions)
    stranger = (seats[users[0]] or 0) ^ 1
    other = FACTS[game.rules_key].hidden_dealt_anew(states.load(game.state), stranger, random.Random(1))
    Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, other))
    assert everything(caller, game, actions) != before


@pytest.mark.parametrize(("rules", "wishes"), TABLES)
def test_no_answer_of_a_running_game_holds_a_secret(rules: str, wishes: dict[str, Any], users: list[User]) -> None:
    game = running_game(*users, rules=rules, **wishes)
    callers = [*map(Caller, users), Caller()]
    for _turn in range(6):
        actions = some_turn(game)
        sent = Caller(mover(game)).post(f"games/{game.pk}/moves/", {"version": fresh(game).version, "actions": actions})
        said = sent.content + b"".join(b"".join(everything(caller, game, actions)) for caller in callers)
        assert sent.status_code == 201
        for secret in secrets_of(fresh(game)):
            assert secret.encode() not in said


def secrets_of(game: Game) -> list[str]:
    state = states.load(game.state)
    drawn = list(Series.objects.values_list("secrets", flat=True))
    return [bytes(game.secret).hex(), state.chance.key.hex(), game.link, *(secret for row in drawn for secret in row)]


def test_client_seeds_are_kept_until_the_deal(users: list[User], ada: Caller, nobody: Caller) -> None:
    """Who joins last must not be able to choose a seed that suits them."""
    wish = {"rules": "genial", "seats": [{"me": True}, {"open": True}], "client_seed": "a seed of ada"}
    made = ada.post("games/", wish)
    address = f"games/{made.json()['id']}/"
    for answer in (made, ada.get(address), nobody.get(address), nobody.get("games/")):
        assert b"a seed of ada" not in answer.content


def test_who_is_invited_is_between_them_and_the_host(users: list[User], ada: Caller, bob: Caller) -> None:
    seats = [{"me": True}, {"invite": "carol"}, {"invite": "who@example.org"}]
    made = ada.post("games/", {"rules": "genial", "seats": seats}).json()
    assert [seat.get("name") for seat in made["seats"]] == ["ada", "carol", "who@example.org"]
    for caller in (bob, Caller()):
        for address in (f"games/{made['id']}/", "games/"):
            content = caller.get(address).content
            assert b"carol" not in content
            assert b"who@" not in content
            assert b"link" not in content
