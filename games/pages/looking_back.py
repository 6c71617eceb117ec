"""A desk turned back to an earlier turn: the same table, only to look at."""

import re
from typing import Any

from games import selectors
from games.engine.rules import Malformed, _
from games.models.game import Reader
from games.selectors import Position
from games.services.table import Table

from .desk import ROUNDS_REMEMBERED, Desk


def desk_at(table: Table, reader: Reader, position: Position, **asked: Any) -> Desk:
    """The table as it stood after a turn, with what that turn brought shown on the tracks."""
    view = position.view
    gained = {key: position.before[key] for key in ("tracks", "scores") if position.before and key in position.before}
    return Desk(
        game=table.game,
        data=selectors.summary(table.game, table.players, reader) | {"to_move": view["to_move"], "view": view},
        player=table.player_of(reader),
        seat=position.seat,
        before=view | gained,
        view=view,
        acting=False,
        latest=[move.data() for move in position.moves[: position.turn][-ROUNDS_REMEMBERED * table.game.seats :]],
        names=[player.name for player in table.players],
        turn=position.move.data() if position.move else None,
        reasons=[reason for reasons in position.why for reason in reasons],
        **asked,
    )


def number(text: str) -> int:
    """A turn or a seat, as an address names it."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Malformed(_("Turns and seats are numbers."))
    return int(text)
