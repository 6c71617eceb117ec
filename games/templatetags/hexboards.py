"""Hex boards, score tracks and what lies beside them, written in one go: templates take many times as long."""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import Protocol

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing.hexboard import Picture, Spot, Symbol, Tile

register = template.Library()


class Square(Protocol):
    """A cell as readers reach it."""

    @property
    def name(self) -> str: ...
    @property
    def x(self) -> str: ...
    @property
    def y(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def address(self) -> str: ...
    @property
    def gain(self) -> str: ...


class Lane(Protocol):
    """One colour of a score track."""

    @property
    def colour(self) -> str: ...
    @property
    def y(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def gain(self) -> str: ...
    @property
    def length(self) -> str: ...
    @property
    def gain_x(self) -> str: ...
    @property
    def gain_length(self) -> str: ...
    @property
    def lowest(self) -> bool: ...


class Slot(Protocol):
    """A place on a rack."""

    @property
    def number(self) -> int: ...
    @property
    def tile(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def picked(self) -> bool: ...


class Track(Protocol):
    @property
    def at(self) -> int: ...
    @property
    def drafted(self) -> bool: ...
    @property
    def lanes(self) -> Iterable[Lane]: ...


@register.simple_tag
def hex_cells(rows: Iterable[Iterable[Square]]) -> SafeString:
    """The cells to point at, to walk over and to hear of, row by row."""
    return written("".join(f'<g role="row">{"".join(map(cell, row))}</g>' for row in rows))


def cell(square: Square) -> str:
    label = escape(square.label)
    place = use("hex", square.x, square.y)
    if square.address:
        place = f'<a href="{escape(square.address)}" data-go aria-label="{label}">{place}</a>'
    if square.gain:
        place += f'<text x="{square.x}" y="{square.y}" dy="3" text-anchor="middle">{escape(square.gain)}</text>'
    state = f' class="{square.state}"' if square.state else ""
    return f'<g id="{square.name}" role="gridcell" tabindex="-1" aria-label="{label}"{state}>{place}</g>'


@register.simple_tag
def hex_picture(picture: Picture) -> SafeString:
    """The board, what lies on it and what scores."""
    names = "".join(
        f'<text x="{row.left}" y="{row.y}">{row.letter}</text><text x="{row.right}" y="{row.y}">{row.last}</text>'
        for row in picture.row_names
    )
    parts = [
        f'<path class="cell" d="{picture.cells}"/>',
        f'<g class="row-name" text-anchor="middle" aria-hidden="true">{names}</g>',
        *(use("hex", symbol.x, symbol.y, "printed") for symbol in picture.printed),
        *(marked(spot, "to-touch") for spot in picture.opening),
        *map(body, picture.tiles),
        *(marked(spot, "lit") for spot in picture.lit),
        *(f'<path class="ray colour-{ray.colour}" d="{ray.path}"/>' for ray in picture.rays),
        '<g transform="translate(-5.5 -5.5)">',
        *map(drawn, picture.printed),
        *(drawn(tile.first) + drawn(tile.second) for tile in picture.tiles),
        "</g>",
    ]
    return written("".join(parts))


@cache
def body(tile: Tile) -> str:
    return use(f"tile-{tile.shape}", tile.first.x, tile.first.y, f"body {tile.mark}".strip())


@cache
def drawn(symbol: Symbol) -> str:
    colour, x, y = symbol
    return f'<use class="colour-{colour}" href="#symbol-{colour}" x="{x}" y="{y}" width="11" height="11"/>'


@register.simple_tag
def track_lanes(track: Track) -> SafeString:
    """Where the markers of a track stand, and what was gained."""
    return written("".join(lane_drawn(lane, track.at, drafted=track.drafted) for lane in track.lanes))


def lane_drawn(lane: Lane, track: int, *, drafted: bool) -> str:
    colour = f"colour-{lane.colour}"
    mark, pointer = (" lowest", '<text x="238" y="11">◂</text>') if lane.lowest else ("", "")
    return (
        f'<g class="lane{mark}" transform="translate(0 {lane.y})">'
        '<rect class="lane-back" width="246" height="14" rx="3"/>'
        f'<use class="{colour}" href="#symbol-{lane.colour}" x="2.5" y="2" width="10" height="10"/>'
        '<rect class="lane-way" x="18" y="5" width="180" height="4" rx="2"/>'
        f'<rect id="bar-{track}{lane.colour}" class="lane-bar {colour}" x="18" y="4" width="{lane.length}" height="6"'
        f' rx="2"/>{gained(lane, drafted=drafted) if lane.gain else ""}'
        f'<text x="235" y="11" text-anchor="end">{lane.at}</text>{pointer}</g>'
    )


def gained(lane: Lane, *, drafted: bool) -> str:
    mark = "lane-gain drafted-gain" if drafted else "lane-gain"
    return (
        f'<rect class="{mark} colour-{lane.colour}" x="{lane.gain_x}" y="3" width="{lane.gain_length}" height="8"'
        f' rx="2"/><text class="gained" x="206" y="10.5">{lane.gain}</text>'
    )


@register.simple_tag
def rack_slots(slots: Iterable[Slot], may_pick: bool) -> SafeString:
    """The places on a rack: tiles to pick, and gaps where one lies on the board."""
    return written("".join(slot_button(slot, may_pick=may_pick) if slot.tile else slot_gap(slot) for slot in slots))


def slot_button(slot: Slot, *, may_pick: bool) -> str:
    return (
        f'<button class="slot" id="slot-{slot.number}" name="pick" value="{slot.tile}"'
        f' aria-pressed="{"true" if slot.picked else "false"}"{"" if may_pick else " disabled"}>{rack_tile(slot.tile)}'
        f'{slot_words(slot)}<kbd aria-hidden="true">{slot.number}</kbd></button>'
    )


def slot_gap(slot: Slot) -> str:
    return f'<span class="slot used">{slot_words(slot)}</span>'


def slot_words(slot: Slot) -> str:
    return f'<span class="unseen">{slot.number}: {escape(slot.label)}</span>'


@cache
def rack_tile(tile: str) -> str:
    """A tile as it lies on a rack."""
    first, second = tile[0], tile[1]
    return (
        '<svg viewBox="-10 -11 37.4 22" aria-hidden="true"><use class="slot-tile" href="#tile-0"/>'
        f'<use class="colour-{first}" href="#symbol-{first}" x="-5.5" y="-5.5" width="11" height="11"/>'
        f'<use class="colour-{second}" href="#symbol-{second}" x="11.8" y="-5.5" width="11" height="11"/></svg>'
    )


@register.simple_tag
def pairs_table(rows: Sequence[tuple[str, str, Iterable[str]]]) -> SafeString:
    """A table by pairs of colours: for each row its colour, that colour's name, and the cells."""
    heads = [colour_chip(colour) + f'<span class="unseen">{escape(name)}</span></th>' for colour, name, _cells in rows]
    body = "".join(
        f'<tr><th scope="row">{head}{"".join(f"<td>{count}</td>" for count in cells)}</tr>'
        for head, (_colour, _name, cells) in zip(heads, rows, strict=True)
    )
    columns = "".join(f'<th scope="col">{head}' for head in heads)
    return written(f"<thead><tr><td></td>{columns}</tr></thead><tbody>{body}</tbody>")


@cache
def colour_chip(colour: str) -> str:
    return (
        '<svg class="chip" viewBox="-10 -10 20 20" aria-hidden="true"><use class="chip-back" href="#hex"/>'
        f'<use class="colour-{colour}" href="#symbol-{colour}" x="-6" y="-6" width="12" height="12"/></svg>'
    )


def marked(spot: Spot, mark: str) -> str:
    return use("hex", spot.x, spot.y, mark)


@cache
def use(shape: str, x: str, y: str, mark: str = "") -> str:
    of_class = f'class="{mark}" ' if mark else ""
    return f'<use {of_class}href="#{shape}" x="{x}" y="{y}"/>'


def written(svg: str) -> SafeString:
    """What came from people is escaped by now; the rest is coordinates."""
    return mark_safe(svg)  # noqa: S308
