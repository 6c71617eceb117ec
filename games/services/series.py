"""Series: when a game of one ends, points are added up and the next one starts by itself."""

import secrets
from datetime import datetime

from accounts.models import User
from games.engine.series import first_seat, ranking, totals
from games.models import Game, Player, Pool, Series
from games.selectors import game_points
from games.services.lobby import options_of
from games.services.starting import start_if_full
from games.services.table import Table


def count_and_go_on(table: Table, now: datetime) -> None:
    """Add up the points; start the next game, or rank the players at the end. The game's row is locked."""
    series = table.game.series
    assert series is not None  # noqa: S101
    points = [game_points(game) for game in series.games.filter(status=Game.Status.FINISHED).order_by("series_number")]
    series.totals = totals(points)
    if len(points) == series.length:
        series.places = list(ranking(points))
        series.ended_at = now
        series.save()
    else:
        series.save()
        next_game(table, series, len(points), now)


def next_game(table: Table, series: Series, number: int, now: datetime) -> None:
    """The same people on the same seats; the first seat moves on by one."""
    last = table.game
    game = Game(
        rules_key=last.rules_key,
        mode=last.mode,
        seats=last.seats,
        public=last.public,
        rated=last.rated,
        rating_pool=last.rating_pool,
        pace=last.pace,
        stand_in=last.stand_in,
        host=last.host,
        link=secrets.token_urlsafe(16),
        series=series,
        series_number=number,
        secret=bytes.fromhex(series.secrets[number]),
        commitment=series.commitments[number],
        created_at=now,
    )
    if last.rating_pool and any(heir(player, last) for player in table.players):
        game.rating_pool = Pool.BOTS
    game.options = options_of(game, "fixed", first_seat(number, last.seats))
    game.save()
    players = [
        Player(game=game, joined=seat, user=person(player), bot=heir(player, last), client_seed=player.client_seed)
        for seat, player in enumerate(table.players)
    ]
    start_if_full(Table(game, Player.objects.bulk_create(players)), now)


def person(player: Player) -> User | None:
    """Whoever holds this seat in the next game; nobody whose account is gone, or is to be deleted."""
    return player.user if player.user and not player.user.is_leaving else None


def heir(player: Player, last: Game) -> str:
    """The bot on this seat; that of somebody who has left the site falls to the one that sits in."""
    return player.bot or ("" if person(player) else last.stand_in)
