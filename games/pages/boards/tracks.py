"""The score tracks of the two board games as lanes: where each marker stands, and where the draft would take it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.drawing.geometry import number
from games.drawing.words import colour_name, listed, lowest_words
from games.engine.boardstate import BoardVariant
from games.engine.rules import Data
from games.engine.tracks import COLOURS, lowest_colours, read_track
from games.pages.desk import Desk, Person

LANE_START, LANE_LENGTH, LANE_HEIGHT = 18, 180, 15
"""In the units of the picture."""
STAR = "m0-5l1.5 3.4 3.5.1-2.8 2.3 1 3.5-3.2-2.1-3.2 2.1 1-3.5-2.8-2.3 3.5-.1z"
BAR = "m-.5-5h1v10h-1z"


class Lane(NamedTuple):
    colour: str
    y: str
    at: str
    gain: str
    """What the draft brings, or, without one, what the side's last turn brought."""
    length: str
    """Of the bar up to the marker without the gain."""
    gain_x: str
    gain_length: str
    lowest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One track, of a player or of two who play together."""

    at: int
    people: tuple[Person, ...]
    own: bool
    to_move: bool
    drafted: bool
    """Whether its gains are those of a draft."""
    lanes: tuple[Lane, ...]
    fields: str
    """The bonus fields and the other places where markers halt, on all lanes, as one path."""
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
    drafted = before != after
    gains = {colour: after[colour] - before[colour] for colour in COLOURS} if drafted else last_gains(desk, seats)
    end = variant.stops[-1]
    return Side(
        at=at,
        people=tuple(map(desk.person, seats)),
        own=desk.own_seat in seats,
        to_move=desk.data["to_move"] in seats,
        drafted=drafted,
        lanes=lanes(after, gains, end),
        fields=fields(variant.stops, variant.bonus_fields),
        label=in_words(after),
    )


@cache
def fields(stops: tuple[int, ...], bonus: tuple[int, ...]) -> str:
    return "".join(
        f"M{number(LANE_START + LANE_LENGTH * field / stops[-1])} {row * LANE_HEIGHT + LANE_HEIGHT // 2}"
        + (STAR if field in bonus else BAR)
        for field in sorted({*stops, *bonus})
        for row in range(len(COLOURS))
    )


def last_gains(desk: Desk, seats: Sequence[int]) -> dict[str, int]:
    """What the last turn of these seats was worth, by colour."""
    move = next((move for move in reversed(desk.latest) if move["seat"] in seats), None)
    gains: Counter[str] = Counter()
    for gain in move["gains"] if move else ():
        gains.update(gain)
    return gains


def lanes(track: dict[str, int], gains: Mapping[str, int], end: int) -> tuple[Lane, ...]:
    low = lowest_colours(read_track(track))

    def lane(row: int, colour: str) -> Lane:
        now = track[colour]
        gain = gains.get(colour, 0)
        was = max(0, now - gain)
        return Lane(
            colour=colour,
            y=str(LANE_HEIGHT * row),
            at=str(now),
            gain=f"+{gain}" if gain else "",
            length=number(LANE_LENGTH * was / end),
            gain_x=number(LANE_START + LANE_LENGTH * was / end),
            gain_length=number(LANE_LENGTH * (now - was) / end),
            lowest=colour in low,
        )

    return tuple(lane(row, colour) for row, colour in enumerate(COLOURS))


def in_words(track: dict[str, int]) -> str:
    points = listed(f"{colour_name(colour)} {track[colour]}" for colour in COLOURS)
    return _("%(points)s. Lowest: %(lowest)s.") % {"points": points, "lowest": lowest_words(track)}


def change_of_lowest(before: Data, after: Data, side: int) -> str:
    """What a draft does to the colour that counts."""
    was, now = (lowest_words(view["tracks"][side]) for view in (before, after))
    if was == now:
        return _("lowest stays %(lowest)s") % {"lowest": now}
    return _("lowest is now %(lowest)s") % {"lowest": now}
