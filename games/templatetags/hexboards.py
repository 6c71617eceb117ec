"""Hex boards and score tracks as SVG, written in one go: templates take many times as long for hundreds of cells."""

from collections.abc import Iterable
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


def marked(spot: Spot, mark: str) -> str:
    return use("hex", spot.x, spot.y, mark)


@cache
def use(shape: str, x: str, y: str, mark: str = "") -> str:
    of_class = f'class="{mark}" ' if mark else ""
    return f'<use {of_class}href="#{shape}" x="{x}" y="{y}"/>'


def written(svg: str) -> SafeString:
    """What came from people is escaped by now; the rest is coordinates."""
    return mark_safe(svg)  # noqa: S308
