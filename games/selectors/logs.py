"""The public log of a game, and its record."""

from collections.abc import Sequence
from typing import Any

from games.engine import record as records
from games.engine.rules import _
from games.models import Game, Move, Player
from games.models.game import Reader
from games.selectors.tables import moment
from games.services.refusals import NotAPlayer, Unknown
from games.services.table import Table


def moves_after(game: Game, after: int) -> list[dict[str, Any]]:
    return [record_move(move).data() for move in game.moves.filter(n__gt=after)]


def latest_moves(game: Game, count: int) -> list[dict[str, Any]]:
    """The end of the public log, oldest first."""
    moves = [record_move(move).data() for move in game.moves.order_by("-n")[:count]]
    return moves[::-1]


def record_move(move: Move) -> records.Move:
    return records.Move(
        n=move.n, seat=move.seat, by=move.by, at=moment(move.at) or "", actions=move.actions, gains=move.gains
    )


def record_of(game: Game, players: Sequence[Player], *, with_secret: bool) -> records.Record:
    return records.Record(
        id=str(game.pk),
        rules=game.rules_key,
        mode=game.mode,
        options=game.options,
        commitment=game.commitment,
        secret=bytes(game.secret).hex() if with_secret else None,
        seats=[
            records.Seat(
                seat=player.seat or 0,
                joined=player.joined,
                name=player.name,
                kind=player.kind,
                bot=player.bot or None,
                client_seed=player.client_seed,
            )
            for player in players
        ],
        moves=[record_move(move) for move in game.moves.all()],
        result=game.result,
    )


def record_for(table: Table, reader: Reader) -> dict[str, Any]:
    """The record: for players at any time, for everybody once a public game has ended."""
    game = table.game
    finished = game.status == Game.Status.FINISHED
    if table.state is None:
        raise Unknown(_("There is no record of a game that has not started."))
    if not finished and table.player_of(reader) is None:
        raise NotAPlayer(_("While a game runs, its record is for its players."))
    return record_of(game, table.players, with_secret=finished).data()
