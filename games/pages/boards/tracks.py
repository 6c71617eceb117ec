"""The score tracks of the two board games as lanes: where each marker stands, and where the draft would take it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.drawing.geometry import number
from games.drawing.words import colour_name, listed
from games.engine.boardstate import BoardVariant
from games.engine.rules import Data
from games.engine.tracks import COLOURS, lowest_colours, read_track
from games.pages.desk import Desk

LANE_START, LANE_LENGTH, LANE_HEIGHT = 18, 180, 15
"""In the units of the picture."""


class Lane(NamedTuple):
    colour: str
    y: int
    at: int
    gain: int
    length: str
    """Of the bar up to the marker, before the draft."""
    gain_x: str
    gain_length: str
    lowest: bool


class Field(NamedTuple):
    """A bonus field, or a place where markers halt."""

    x: str
    points: int
    bonus: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One track, of a player or of two who play together."""

    names: str
    own: bool
    to_move: bool
    lanes: tuple[Lane, ...]
    fields: tuple[Field, ...]
    label: str
    """All of it in words."""


def sides(desk: Desk) -> list[Side]:
    variant: BoardVariant = desk.game.rules.variants[desk.game.mode]
    return [side(desk, variant, at) for at in order(desk)]


def order(desk: Desk) -> list[int]:
    """The reader's own side first, then those that play after it."""
    count = len(desk.view["tracks"])
    own = 0 if desk.seat is None else desk.view["side_of"][desk.seat]
    return [(own + step) % count for step in range(count)]


def side(desk: Desk, variant: BoardVariant, at: int) -> Side:
    seats = [seat for seat, its_side in enumerate(desk.view["side_of"]) if its_side == at]
    before, after = desk.before["tracks"][at], desk.view["tracks"][at]
    end = variant.stops[-1]
    return Side(
        names=_(" and ").join(desk.names[seat] for seat in seats),
        own=desk.seat in seats,
        to_move=desk.data["to_move"] in seats,
        lanes=lanes(before, after, end),
        fields=tuple(
            Field(number(LANE_START + LANE_LENGTH * stop / end), stop, stop in variant.bonus_fields)
            for stop in variant.stops
        ),
        label=in_words(after),
    )


def lanes(before: Mapping[str, int], after: dict[str, int], end: int) -> tuple[Lane, ...]:
    low = lowest_colours(read_track(after))

    def lane(row: int, colour: str) -> Lane:
        was, now = before[colour], after[colour]
        return Lane(
            colour=colour,
            y=LANE_HEIGHT * row,
            at=now,
            gain=now - was,
            length=number(LANE_LENGTH * was / end),
            gain_x=number(LANE_START + LANE_LENGTH * was / end),
            gain_length=number(LANE_LENGTH * (now - was) / end),
            lowest=colour in low,
        )

    return tuple(lane(row, colour) for row, colour in enumerate(COLOURS))


def in_words(track: dict[str, int]) -> str:
    points = listed(f"{colour_name(colour)} {track[colour]}" for colour in COLOURS)
    return _("%(points)s. Lowest: %(lowest)s.") % {"points": points, "lowest": lowest_words(track)}


def lowest_words(track: dict[str, int]) -> str:
    """`green 3`, or `green, violet 3` where they share the last place."""
    low = lowest_colours(read_track(track))
    return f"{listed(map(colour_name, low))} {track[low[0]]}"


def change_of_lowest(before: Data, after: Data, side: int) -> str:
    """What a draft does to the colour that counts."""
    was, now = (lowest_words(view["tracks"][side]) for view in (before, after))
    if was == now:
        return _("lowest stays %(lowest)s") % {"lowest": now}
    return _("lowest is now %(lowest)s") % {"lowest": now}
