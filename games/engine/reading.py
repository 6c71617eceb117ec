"""Reading what the outside world sends: the same plain refusals for every kind of nonsense."""

from typing import Any

from games.engine.hexgrid import Cell
from games.engine.rules import Malformed, _
from games.engine.tracks import COLOURS

FARTHEST = 99
"""No board of ours reaches so far; a cell beyond is nonsense rather than off the board."""


def read_type(data: object) -> tuple[str, dict[str, Any]]:
    """The type of an action, and the action."""
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise Malformed(_('An action is an object with a "type".'))
    return data["type"], data


def read_cell(data: object) -> Cell:
    """A cell from its two whole numbers."""
    match data:
        case [int(x), int(y)] if not isinstance(x, bool) and not isinstance(y, bool):
            if max(abs(x), abs(y)) <= FARTHEST:
                return x, y
    raise Malformed(_("A cell is two small whole numbers, such as [1, -5]."))


def read_pair(data: object, *, doubles: bool) -> tuple[str, bool]:
    """A tile or card in canonical spelling, and whether it came the other way round."""
    if isinstance(data, str) and len(data) == 2:
        a, b = COLOURS.find(data[0]), COLOURS.find(data[1])
        if a >= 0 and b >= 0 and (doubles or a != b):
            return (data, False) if a <= b else (data[::-1], True)
    if doubles:
        raise Malformed(_("A tile is two colour letters of R G B O Y V, such as RB."))
    raise Malformed(_("A card is two different colour letters of R G B O Y V, such as YB."))
