"""The card game's table: open cards, tracks with their areas, and what a card would score."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.cards.scoring import farthest, score
from games.engine.cards.variants import AREAS, GOAL, LAST_COLUMN
from games.engine.tracks import COLOURS, Track, lowest_colours, read_track

from .geometry import number
from .words import colour_name, listed, pair_name

STEP = 10
"""A column's width and a lane's height."""
MARKER = 9
HEADER = 8
"""Room for the columns' numbers."""

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCard:
    """A card with two symbols, the upper one first."""

    card: str
    name: str
    lit: str = ""
    """The colours for which it counts."""
    is_oldest: bool = False
    """It goes next."""
    is_new: bool = False
    is_gone: bool = False
    """It counted for the play that is lit up, and was discarded after it."""

    @property
    def symbols(self) -> list[tuple[str, bool]]:
        return [(colour, colour in self.lit) for colour in self.card]


def pair_card(card: str, **marks: Any) -> PairCard:
    return PairCard(card=card, name=pair_name(card), **marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One colour's way: where its marker stands, where it would go, and how far it may go now."""

    colour: str
    name: str
    at: int
    limit: int
    is_lowest: bool
    to: int
    """Where the ghost of the marker stands; `at` where there is none."""
    y: int

    @property
    def x(self) -> int:
        return STEP * self.at

    @property
    def to_x(self) -> int:
        return STEP * self.to

    @property
    def middle(self) -> str:
        return number(self.y + MARKER / 2)

    @property
    def is_held(self) -> bool:
        """Whether an area is still closed to it."""
        return self.limit < LAST_COLUMN

    @property
    def gate_x(self) -> str:
        """The border at which it must stop."""
        return number(STEP * (self.limit + 1) - 0.5)

    @property
    def steps(self) -> list[tuple[str, bool]]:
        """The middles of its columns, and whether it may get there now."""
        return [(number(STEP * column + MARKER / 2), column <= self.limit) for column in range(LAST_COLUMN + 1)]

    @property
    def says(self) -> str:
        values = {"colour": self.name, "at": self.at, "limit": self.limit, "to": self.to}
        if self.to != self.at:
            return gettext("%(colour)s %(at)s, then %(to)s") % values
        if self.is_held:
            return gettext("%(colour)s %(at)s, up to %(limit)s") % values
        return gettext("%(colour)s %(at)s") % values


@dataclass(frozen=True, slots=True)
class Area:
    x: int
    width: int
    is_goal: bool


COLUMNS = tuple(number(STEP * column + MARKER / 2) for column in range(LAST_COLUMN + 1))
TRACK_AREAS = tuple(Area(STEP * area.start, STEP * len(area) - 1, GOAL in area) for area in AREAS)
TRACK_HEIGHT = STEP * len(COLOURS) - 1
TRACK_BOX = f"-1 {-HEADER} {STEP * (LAST_COLUMN + 1) + 1} {TRACK_HEIGHT + HEADER + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTrack:
    seat: int
    lanes: tuple[Lane, ...]
    lowest_says: str
    view_box: str = TRACK_BOX
    areas: tuple[Area, ...] = TRACK_AREAS
    columns: tuple[str, ...] = COLUMNS
    height: int = TRACK_HEIGHT

    @property
    def lowest(self) -> list[Lane]:
        return [lane for lane in self.lanes if lane.is_lowest]

    @property
    def says(self) -> str:
        return listed(lane.says for lane in self.lanes)


def lowest_says(track: Track) -> str:
    colours = lowest_colours(track)
    values = {"colours": listed(map(colour_name, colours)), "column": min(track)}
    if colours == COLOURS:
        return gettext("all six at %(column)s") % values
    return gettext("lowest: %(colours)s %(column)s") % values


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTable:
    rows: tuple[tuple[PairCard, ...], ...]
    """The open cards by seat, the oldest first."""
    tracks: tuple[CardTrack, ...]
    pile: int
    discard: int


def draw_cards(
    view: View,
    *,
    before: View | None = None,
    last: Iterable[tuple[int, str]] = (),
    lit: Iterable[Mapping[str, Any]] = (),
    lit_for: int | None = None,
    ghost: str = "",
) -> CardTable:
    """The table of a view.

    `before` is the view from which markers came, `last` are the cards that were just played, with their seats; `lit` is
    why a play scores, `lit_for` the seat that has made it already; `ghost` a card that the player to move might play,
    its first symbol scored first.
    """
    lights = lights_of(lit)
    ahead = look_ahead(view, ghost).track if ghost else None
    starts = (before or view)["tracks"]
    return CardTable(
        rows=tuple(
            draw_row(seat, row, lights.get(seat, {}), set(last), has_played=seat == lit_for)
            for seat, row in enumerate(view["open"])
        ),
        tracks=tuple(
            draw_track(
                seat,
                read_track(starts[seat]),
                read_track(track),
                ahead if ahead and seat == view["to_move"] else read_track(track),
            )
            for seat, track in enumerate(view["tracks"])
        ),
        pile=view["pile"],
        discard=view["discard"],
    )


def lights_of(lit: Iterable[Mapping[str, Any]]) -> dict[int, dict[str, str]]:
    """For each seat the open cards that count, and for which of their colours."""
    lights: dict[int, dict[str, str]] = {}
    for reason in lit:
        for match in reason["matches"]:
            cards = lights.setdefault(match["seat"], {})
            cards[match["card"]] = cards.get(match["card"], "") + reason["colour"]
    return lights


def draw_row(
    seat: int, row: Sequence[str], lights: Mapping[str, str], last: set[tuple[int, str]], *, has_played: bool
) -> tuple[PairCard, ...]:
    """The open cards of a player. Whose play is lit up has its card lying there, which did not count itself, and may
    have lost one that did."""
    newest = len(row) - 1
    counted = row[:newest] if has_played else row
    gone = [card for card in lights if has_played and card not in counted]
    return (
        *(pair_card(card, lit=lights[card], is_gone=True) for card in gone),
        *(
            pair_card(
                card,
                lit="" if has_played and at == newest else lights.get(card, ""),
                is_oldest=at == 0 and newest > 0,
                is_new=at == newest and (seat, card) in last,
            )
            for at, card in enumerate(row)
        ),
    )


def draw_track(seat: int, start: Track, now: Track, then: Track) -> CardTrack:
    """Markers at `start`, with ghosts where they go; what is lowest and how far each may go is so `now`."""
    low = lowest_colours(now)
    return CardTrack(
        seat=seat,
        lanes=tuple(
            Lane(
                colour=colour,
                name=colour_name(colour),
                at=start[marker],
                limit=max(now[marker], farthest(now, marker)),
                is_lowest=colour in low and low != COLOURS,
                to=then[marker],
                y=STEP * marker,
            )
            for marker, colour in enumerate(COLOURS)
        ),
        lowest_says=lowest_says(now),
    )


# --- what a card would score -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One symbol of a card: its matches, how far its marker goes, and what is lost."""

    colour: str
    name: str
    matches: int
    moved: int
    to: int
    at_border: bool
    """Whether what is lost is lost at the border of an area rather than at the last column."""

    @property
    def lost(self) -> int:
        return self.matches - self.moved

    @property
    def says(self) -> str:
        gain = f"+{self.moved} {self.name}"
        if not self.lost:
            return gain
        lost = gettext("%(points)s lost at the border") if self.at_border else gettext("%(points)s lost at the end")
        return f"{gain} ({lost % {'points': self.lost}})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A card with its symbols in the order of scoring, and what that brings."""

    card: str
    parts: tuple[Part, ...]
    track: Track
    bonus: int
    why: tuple[dict[str, Any], ...]

    @property
    def wins(self) -> bool:
        return min(self.track) >= GOAL

    @property
    def title(self) -> str:
        return gettext("%(colour)s first") % {"colour": self.parts[0].name}

    @property
    def gains(self) -> str:
        return listed(part.says for part in self.parts)

    @property
    def lowest(self) -> str:
        """The colours that would be lowest then; none where all are level."""
        low = lowest_colours(self.track)
        return "" if low == COLOURS else low

    @property
    def lowest_at(self) -> int:
        return min(self.track)

    @property
    def lowest_says(self) -> str:
        return lowest_says(self.track)

    @property
    def says(self) -> str:
        return f"{self.title}: {self.gains}; {self.lowest_says}"


def look_ahead(view: View, card: str) -> Order:
    """What the card would bring the player to move."""
    before = read_track(view["tracks"][view["to_move"]])
    track, gains, why, bonus = score(before, card, view["open"])
    return Order(
        card=card,
        parts=tuple(
            Part(
                colour=colour,
                name=colour_name(colour),
                matches=len(reason["matches"]),
                moved=gains[colour],
                to=track[COLOURS.index(colour)],
                at_border=track[COLOURS.index(colour)] < LAST_COLUMN,
            )
            for colour, reason in zip(card, why, strict=True)
        ),
        track=track,
        bonus=bonus,
        why=why,
    )


def both_orders(view: View, card: str) -> tuple[Order, Order]:
    return look_ahead(view, card), look_ahead(view, card[::-1])


def differ(orders: tuple[Order, Order]) -> bool:
    """Whether it matters which symbol is scored first."""
    one, other = orders
    return (one.track, one.bonus) != (other.track, other.bonus)
