"""What a change at a table is news of, and for whom. Nobody is told what they did themselves."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.models import Game, Move, Notice
from games.services.notices.telling import tell, tell_all

if TYPE_CHECKING:
    from games.services.table import Table

Kind = Notice.Kind


def tell_of_moves(table: "Table", moves: Sequence[Move], now: datetime) -> None:
    """After turns, time-outs, resignations and returns: whose turn it is, who is late, that the game is over."""
    game = table.game
    late = people_of(table, (move for move in moves if is_a(move, "timeout")))
    themselves = people_of(table, (move for move in moves if move.by == "player" or is_a(move, "resign", "return")))
    over = game.status == Game.Status.FINISHED
    news: list[tuple[str, set[int]]] = [(Kind.TIMED_OUT, late)]
    if over:
        news.append((Kind.OVER, set(table.people()) - late - themselves))
    elif game.mover_id and not table.same_turn:
        news.append((Kind.YOUR_TURN, {game.mover_id} - themselves))
    tell_all(news, game, game.version, now)
    if late and not over:
        tell(Kind.TIMED_OUT, game, set(table.people()) - late, game.version, now, channels=())


def tell_of_start(table: "Table", now: datetime) -> None:
    """Whoever is to move hears of their turn instead, and whoever came last made it start."""
    game = table.game
    others = set(table.people()) - {game.mover_id}
    if game.series_number:
        tell(Kind.NEXT_IN_SERIES, game, others, game.version, now)
    else:
        people = [player for player in table.players if player.user_id]
        last = max(people, key=lambda player: player.joined)
        tell(Kind.STARTED, game, others - {last.user_id}, game.version, now)


def people_of(table: "Table", moves: Iterable[Move]) -> set[int]:
    users = (table.players[move.seat].user_id for move in moves)
    return {user_id for user_id in users if user_id}


def is_a(move: Move, *kinds: str) -> bool:
    return any(action["type"] in kinds for action in move.actions)
