"""Rated games for tests: finished ones that nobody has played, made in bulk, and their ledger."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game, Player, Pool, RatingChange
from games.models.rating import RECKONED
from games.services.ratings.entering import catch_up
from games.services.ratings.order import LEDGERS, Ledger
from tests.tables import NOW

GENIAL = Ledger("genial", Pool.PEOPLE)
Seats = Sequence[User | str]
"""People, and bots by name."""


def ended(seats: Seats, places: Sequence[int], at: datetime = NOW, **fields: Any) -> tuple[Game, list[Player]]:
    """A game with this result, not yet in the database. `left` says by seat how somebody left."""
    left = fields.pop("left", {})
    uncounted = fields.pop("uncounted", ())
    pool = Pool.BOTS if any(isinstance(seat, str) for seat in seats) else Pool.PEOPLE
    game_id = fields.pop("id", None) or uuid.uuid4()
    game = Game(
        id=game_id,
        **{"rules_key": "genial", "mode": "free", "rated": True, "rating_pool": pool, "rating_due": True} | fields,
        seats=len(seats),
        status=Game.Status.FINISHED,
        stand_in="steady",
        link=game_id.hex,
        commitment="",
        secret=b"",
        result={"ended_by": "tiles", "places": list(places)},
        created_at=at,
        started_at=at,
        ended_at=at,
    )
    players = [
        Player(
            game=game,
            joined=number,
            seat=number,
            place=places[number],
            left_by=left.get(number, ""),
            timeout_counts=number not in uncounted,
            **{"bot": seat} if isinstance(seat, str) else {"user": seat},
        )
        for number, seat in enumerate(seats)
    ]
    return game, players


@transaction.atomic
def store(games: Iterable[tuple[Game, list[Player]]]) -> list[Game]:
    made = list(games)
    Game.objects.bulk_create([game for game, _players in made])
    Player.objects.bulk_create([player for _game, players in made for player in players])
    return [game for game, _players in made]


def rated(seats: Seats, places: Sequence[int], at: datetime = NOW, **fields: Any) -> Game:
    """A game that has ended and stands in the ledger."""
    [game] = store([ended(seats, places, at, **fields)])
    catch_up(ledger=Ledger(game.rules_key, game.rating_pool))
    return game


def simulated(
    people: Sequence[User], count: int, seed: object = 1, sizes: Sequence[int] = (2, 3, 4)
) -> list[tuple[Game, list[Player]]]:
    """Games of all kinds: two to four players, teams, shared places, bots, leavers, several at the same moment."""
    rng = Random(f"{seed}")
    games = []
    for number in range(count):
        team = rng.random() < 0.1
        seats: list[User | str] = list(rng.sample(list(people), 4 if team else rng.choice(sizes)))
        if rng.random() < 0.3:
            seats[-1] = rng.choice(["gentle", "steady", "sharp"])
        places = rng.choice([[1, 2, 1, 2], [2, 1, 2, 1], [1, 1, 1, 1]]) if team else some_places(rng, len(seats))
        left = {places.index(max(places)): rng.choice(["resign", "timeout"])} if rng.random() < 0.15 else {}
        games.append(
            ended(
                seats,
                places,
                NOW + timedelta(minutes=number // 3),
                id=uuid.UUID(int=rng.getrandbits(128), version=4),
                mode="team" if team else "free",
                rules_key="genial" if team else rng.choice(["genial", "koepfchen"]),
                left=left,
                uncounted=list(left) if "timeout" in left.values() and rng.random() < 0.3 else (),
            )
        )
    return games


def some_places(rng: Random, seats: int) -> list[int]:
    points = [rng.randint(0, 5) for _seat in range(seats)]
    return [1 + sum(other > own for other in points) for own in points]


def whole_ledger() -> list[dict[str, Any]]:
    """All rows in order, to the last digit."""
    rows = RatingChange.objects.order_by("rules_key", "pool", "at", "game_id", "seat")
    return list(rows.values("game", "seat", *RECKONED))


def catch_up_everywhere() -> None:
    for ledger in LEDGERS:
        catch_up(ledger=ledger)
