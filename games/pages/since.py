"""What happened since the reader was here: turns to step through at the table itself, the draft waiting meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import selectors
from games.models.game import Reader
from games.selectors import Position
from games.services.seeing import note_seen
from games.services.table import Table

from .desk import Desk, address
from .log import Entry, log_entries
from .looking_back import desk_at, number
from .why import Reason, end_words, explain


@dataclass(frozen=True, slots=True)
class Since:
    count: int
    unseen: bool
    """Whether the reader has not seen these turns; else they are those after their own last one."""
    address: str
    """Of the first of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepper:
    """One of those turns, why it brought what it brought, and where the buttons lead."""

    entry: Entry | None
    reasons: list[Reason]
    end: str
    turn: int
    last: int
    back: str
    forward: str
    leave: str


def look_back(table: Table, reader: Reader, query: Mapping[str, str]) -> tuple[Desk, Position]:
    """The table as it stood at the turn that an address names, or a refusal."""
    player = table.player_of(reader)
    seat = player.seat if player else None
    position = selectors.position(table, reader, turn=number(query["at"]), seat=seat)
    kept = {"at": query["at"], "draft": query.get("draft", ""), "link": query.get("link", "")}
    return desk_at(table, reader, position, cell=query.get("cell", ""), look=query["look"], kept=kept), position


def stepper(desk: Desk, position: Position) -> Stepper:
    turn, last = position.turn, position.last
    entries = log_entries(desk.key, desk.view, [position.move] if position.move else [], desk.names)

    def at(other: int) -> str:
        return address({**desk.kept, "at": str(other)})

    return Stepper(
        entry=entries[0] if entries else None,
        reasons=explain(desk.game.rules, position, desk.names),
        end=end_words(position.view),
        turn=turn,
        last=last,
        back=at(turn - 1) if turn else "",
        forward=at(turn + 1) if turn < last else "",
        leave=address({**desk.kept, "at": ""}),
    )


def since(desk: Desk) -> Since | None:
    """What others did since this player last saw the table, or else since their own last turn. Remembers that they
    see it now."""
    version = desk.game.version
    if desk.player is None:
        return None
    seen = note_seen(desk.player, version)
    own: dict[str, Any] = desk.own_last or {"n": 0}
    start = seen if seen < version else own["n"]
    if start >= version:
        return None
    return Since(version - start, seen < version, address({"at": str(start + 1), "draft": desk.draft}))
