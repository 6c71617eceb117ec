"""Series: their games and what they count for."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.engine.rules import _
from games.models import Game, Series
from games.models.game import Reader
from games.selectors.finding import listed
from games.selectors.tables import by_seat, moment, summary
from games.services.refusals import Unknown


def find_series(series_id: UUID, reader: Reader) -> tuple[Series, list[Game]]:
    """A series and its games in order, if the reader may see them."""
    series = Series.objects.defer("secrets").filter(pk=series_id).first()
    if series:
        games = list(listed(series.games.defer("state", "secret").order_by("series_number")))
        if games and games[0].may_be_seen_by(reader, games[0].players.all()):
            return series, games
    raise Unknown(_("There is no such series."))


def series_data(series: Series, games: Sequence[Game], reader: Reader) -> dict[str, Any]:
    return {
        "id": str(series.pk),
        "length": series.length,
        "commitments": series.commitments,
        "totals": series.totals,
        "places": series.places,
        "created_at": moment(series.created_at),
        "ended_at": moment(series.ended_at),
        "games": [summary(game, sorted(game.players.all(), key=by_seat), reader) for game in games],
    }


def series_standings(series: Series, games: Sequence[Game]) -> list[dict[str, Any]]:
    """Who has how many points, game by game, on the seats that all games share; the best first."""
    players = sorted(games[0].players.all(), key=by_seat)
    columns = [game_points(game) if game.result else None for game in games]
    rows = [
        {
            "name": player.name,
            "points": [column[seat] if column else None for column in columns],
            "total": series.totals[seat] if series.totals else 0,
            "place": series.places[seat] if series.places else None,
        }
        for seat, player in enumerate(players)
    ]
    return sorted(rows, key=lambda row: -row["total"])


def game_points(game: Game) -> list[int]:
    """The points of a game of a series by seat. Who left it gets none, whatever their lowest marker."""
    result: dict[str, Any] = game.result or {}
    left = {player.seat for player in game.players.all() if player.left_by}
    return [0 if seat in left else points for seat, points in enumerate(result["points"])]
