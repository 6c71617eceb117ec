"""Finished games as the rating arithmetic reads them."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.db.models import Count, Prefetch

from games.models import Game, Move, Player
from games.rating.reckoning import Finished, Seat

AT_A_TIME = 500
"""Games in memory; also what a database likes as a list of ids."""


def finished(ids: Sequence[UUID]) -> Iterator[list[Finished]]:
    """These games in this order, some at a time."""
    for start in range(0, len(ids), AT_A_TIME):
        some = ids[start : start + AT_A_TIME]
        players = Prefetch("players", Player.objects.order_by("seat"))
        wanted = Game.objects.only("ended_at", "mode", "rules_key", "result").prefetch_related(players)
        games = wanted.in_bulk(some)
        turns = turns_of_leavers(games.values())
        yield [read(games[game_id], turns) for game_id in some]


def read(game: Game, turns: dict[tuple[UUID, int], int]) -> Finished:
    players, sides = list(game.players.all()), game.rules.variants[game.mode].sides
    places = (game.result or {})["places"]
    assert game.ended_at is not None  # noqa: S101  (a constraint says so)
    return Finished(
        key=game.pk,
        at=game.ended_at,
        seats=[
            Seat(
                holder=(player.user_id, player.bot),
                side=sides[seat] if sides else seat,
                place=places[seat],
                left=player.left_by,
                turns=turns.get((game.pk, seat), 0),
                counts=not player.left_by or player.timeout_counts,
            )
            for seat, player in enumerate(players)
        ],
    )


def turns_of_leavers(games: Iterable[Game]) -> dict[tuple[UUID, int], int]:
    """How many turns those who left had played themselves, by game and seat."""
    left = [game.pk for game in games if any(player.left_by for player in game.players.all())]
    if not left:
        return {}
    own = Move.objects.filter(game__in=left, by="player").order_by().values_list("game", "seat")
    return {(game, seat): count for game, seat, count in own.annotate(Count("pk"))}
