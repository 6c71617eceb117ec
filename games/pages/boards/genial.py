"""The board game at its table: the hex board, the rack, and what the drafted turn would bring."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.hexboard import Ray, Spot, draw_view, names, rays_of, rows, spot
from games.drawing.symbols import SYMBOLS
from games.drawing.words import colour_name, listed
from games.engine.hexgrid import Cell, grid
from games.engine.rules import Data
from games.engine.tiles import Placements
from games.engine.tracks import COLOURS
from games.pages.desk import Desk
from games.pages.log import gain_words

from .tracks import change_of_lowest, sides

SYMBOL_NAMES = {symbol.colour: symbol.name for symbol in SYMBOLS}
Pairs = Mapping[Cell, Sequence[Cell]]


class Square(NamedTuple):
    """A cell of the board as readers reach it: by pointer, by key, by name."""

    name: str
    x: str
    y: str
    label: str
    state: str
    """`open` where a tile may go, `chosen`, `second` where its other half may go, or nothing."""
    address: str
    gain: str
    """What the tile brings if its second half lies here."""


class Slot(NamedTuple):
    """A place on the rack."""

    number: int
    tile: str
    """Its letters in the order that the reader turned them to; empty where it is on the board already."""
    label: str
    picked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a hex board is drawn and told; the stacking game does both in its own way."""

    draw: Callable[..., Any]
    """A view, turns to mark, reasons to light up, and the drafted turn as a picture."""
    rows: Callable[[Desk], Sequence[Sequence[Spot]]]
    tell: Callable[[Desk], Callable[[Cell], str]]
    """What lies on a cell, in words."""
    rays: Callable[[Desk], Sequence[Ray]]
    """The lines that the step drafted last scores."""


def present(desk: Desk, way: Way | None = None) -> dict[str, Any]:
    way = way or FLAT
    view = desk.view
    pairs = open_pairs(desk)
    pick = held(desk.pick, view["rack"]) if desk.acting else ""
    chosen = chosen_cell(desk, pairs) if pick else None
    return {
        "picture": way.draw(
            view,
            last=last_turns(desk),
            lit=desk.lit,
            ghost=view["version"] + 1 if desk.steps else None,
        ),
        "rows": squares(desk, way, pairs, pick, chosen),
        "pairs": " ".join(pair_names(view["radius"], pairs)),
        "rack": slots(desk, pick),
        "pick": pick,
        "flipped": pick[::-1],
        "may_pick": desk.acting and bool(desk.due),
        "chosen": desk.cell if chosen else "",
        "sides": sides(desk),
        "bonus": bool(desk.game.rules.variants[desk.game.mode].bonus_fields),
        "unseen": unseen(view["unseen"]),
        "supply": supply(view["bag"]),
        "unseen_count": sum(view["unseen"].values()),
        "words": brings(desk) if desk.steps else "",
        "hints": hints(desk, pick, chosen),
        "example": "RB f6 g6",
        "scripts": ["js/table/hex.js"],
    }


def preview(desk: Desk, way: Way | None = None) -> dict[str, Any]:
    """What the draft brings, for the ghost of a tile that is not laid yet."""
    if not desk.steps:
        return {"words": desk.refusal}
    step = desk.steps[-1]
    radius = desk.view["radius"]
    return {
        "words": brings(desk),
        "rays": [list(ray) for ray in (way or FLAT).rays(desk)],
        "lit": [spot(radius, tuple(cell)).name for line in step.why for cell in line["cells"]],
    }


def brings(desk: Desk) -> str:
    """`+5 red, +2 blue; lowest stays green 3`."""
    if desk.view["swapping"]:
        return _("You will show your tiles to all and draw new ones.")
    side = desk.view["side_of"][desk.seat or 0]
    return f"{desk.steps[-1].words}; {change_of_lowest(desk.before, desk.view, side)}"


class Hint(NamedTuple):
    """What to do next. All of them are on the page, so that a script can show another one at once."""

    step: str
    words: str
    shown: bool


def hints(desk: Desk, pick: str, chosen: Cell | None) -> list[Hint]:
    bonus = bool(desk.steps)
    first = ngettext("Bonus move! Lay one more tile.", "Bonus moves! Lay %(count)d more tiles.", desk.due)
    words = {
        "pick": first % {"count": desk.due} if bonus else first_words(desk),
        "cell": _("Choose the cell for its first half."),
        "second": _("Choose the cell beside it for its other half."),
        "done": _("That is the whole turn: send it, or undo."),
    }
    now = "done" if not desk.due else "second" if chosen else "cell" if pick else "pick"
    return [Hint(step, sentence, step == now) for step, sentence in words.items()]


def first_words(desk: Desk) -> str:
    if desk.view["opening"]:
        return _("Pick a tile. It must touch one of the marked symbols.")
    return _("Pick a tile.")


# --- where tiles may go ------------------------------------------------------------------------


def open_pairs(desk: Desk) -> Pairs:
    """For each cell on which a tile may begin the cells on which it may end."""
    pairs: dict[Cell, list[Cell]] = {}
    if isinstance(desk.legal, Placements):
        for a, b in desk.legal.spots:
            pairs.setdefault(a, []).append(b)
            pairs.setdefault(b, []).append(a)
    return pairs


def pair_names(radius: int, pairs: Pairs) -> list[str]:
    """Each pair once, as `f6f7`."""
    name = names(radius)
    return [name[a] + name[b] for a, ends in pairs.items() for b in ends if a < b]


def held(pick: str, rack: Sequence[str] | None) -> str:
    """The picked tile as its reader turned it, if it is on the rack at all."""
    return pick if pick in (rack or ()) or pick[::-1] in (rack or ()) else ""


def chosen_cell(desk: Desk, pairs: Pairs) -> Cell | None:
    cell = grid(desk.view["radius"]).named(desk.cell)
    return cell if cell in pairs else None


def last_turns(desk: Desk) -> list[int]:
    """The last turn of every other player, or the one that the reader looks back at."""
    if desk.turn:
        return [desk.turn["n"]]
    latest = {tile["seat"]: tile["n"] for tile in desk.before["placed"]}
    return [n for seat, n in latest.items() if seat != desk.seat or desk.finished]


# --- cells -------------------------------------------------------------------------------------


def squares(desk: Desk, way: Way, pairs: Pairs, pick: str, chosen: Cell | None) -> list[list[Square]]:
    tell = way.tell(desk)
    here = desk.address(pick=pick, cell="") + "&cell="
    ends = second_halves(desk, pairs, pick, chosen) if chosen else {}

    def square(spot: Spot) -> Square:
        cell = spot.cell
        label = f"{spot.name}, {tell(cell)}"
        if cell in ends:
            address, words, points = ends[cell]
            return Square(
                spot.name, spot.x, spot.y, f"{label}: {words}", "second", address, f"+{points}" if points else "0"
            )
        state = "chosen" if cell == chosen else "open" if cell in pairs else ""
        address = here + ("" if cell == chosen else spot.name) if pick and state else ""
        return Square(spot.name, spot.x, spot.y, label, state, address, "")

    return [[square(spot) for spot in row] for row in way.rows(desk)]


def second_halves(desk: Desk, pairs: Pairs, pick: str, chosen: Cell) -> dict[Cell, tuple[str, str, int]]:
    """Where the other half may go: the address that lays it there, and what it brings."""
    ends = {}
    for cell in pairs[chosen]:
        action = {"type": "place", "tile": pick, "cells": [list(chosen), list(cell)]}
        gains = desk.ahead(action).gains[-1]
        address = desk.address(draft=desk.drafting(action), pick="", cell="")
        ends[cell] = (address, ", ".join(gain_words(gains)), sum(gains.values()))
    return ends


def told(desk: Desk) -> Callable[[Cell], str]:
    """What lies on a cell, in words; those are looked up once for all cells."""
    symbols, owners = symbols_on(desk.view), owners_of(desk)
    symbol_names = {colour: str(name) for colour, name in SYMBOL_NAMES.items()}
    opening = {(q, r) for q, r in desk.view["opening"]}
    free, near, printed = _("free"), _("free, next to %(symbols)s"), _("%(symbol)s, printed")
    to_touch = _("%(symbol)s, printed, to be touched by a first tile")
    neighbours = cells_beside(desk.view["radius"])

    @cache
    def tell_free(beside: frozenset[str | None]) -> str:
        found = listed(symbol_names[colour] for colour in COLOURS if colour in beside)
        return near % {"symbols": found} if found else free

    def tell(cell: Cell) -> str:
        if cell in owners:
            return f"{symbol_names[symbols[cell]]}, {owners[cell]}"
        if cell in symbols:
            return (to_touch if cell in opening else printed) % {"symbol": symbol_names[symbols[cell]]}
        return tell_free(frozenset(map(symbols.get, neighbours[cell])))

    return tell


@cache
def cells_beside(radius: int) -> dict[Cell, tuple[Cell, ...]]:
    board = grid(radius)
    return {cell: tuple(board.cells[at] for at in board.neighbours[board.index[cell]]) for cell in board.cells}


def symbols_on(view: Data) -> dict[Cell, str]:
    printed = {(q, r): colour for q, r, colour in view["printed"]}
    return printed | {
        (q, r): colour for tile in view["placed"] for (q, r), colour in zip(tile["cells"], tile["tile"], strict=True)
    }


def owners_of(desk: Desk) -> dict[Cell, str]:
    """Whose tile lies where, in words."""
    last = set(last_turns(desk))
    drafted = desk.view["version"] + 1 if desk.steps else None
    words = cache(partial(owner, desk))
    return {
        (q, r): words(tile["seat"], last=tile["n"] in last, drafted=tile["n"] == drafted)
        for tile in desk.view["placed"]
        for q, r in tile["cells"]
    }


def owner(desk: Desk, seat: int, *, last: bool, drafted: bool) -> str:
    if drafted:
        return _("your draft")
    if seat == desk.own_seat:
        return _("your tile")
    name = {"name": desk.names[seat]}
    return _("%(name)s’s last tile") % name if last else _("%(name)s’s tile") % name


# --- tiles -------------------------------------------------------------------------------------


def slots(desk: Desk, pick: str) -> list[Slot]:
    """The rack as it was before the draft; a tile that is on the board leaves its place empty."""
    if desk.before["rack"] is None:
        return []
    used: Counter[str] = Counter(desk.before["rack"]) - Counter(desk.view["rack"])
    found = []
    to_pick = pick
    for number, tile in enumerate(desk.before["rack"], 1):
        if used[tile]:
            used[tile] -= 1
            found.append(Slot(number, "", _("on the board"), picked=False))
            continue
        picked = to_pick in (tile, tile[::-1])
        found.append(Slot(number, to_pick if picked else tile, tile_name(tile), picked))
        to_pick = "" if picked else to_pick
    return found


def tile_name(tile: str) -> str:
    return listed(str(SYMBOL_NAMES[colour]) for colour in tile)


def supply(bag: int) -> str:
    return ngettext("%(count)d tile in the bag", "%(count)d tiles in the bag", bag) % {"count": bag}


def unseen(counts: Mapping[str, int]) -> list[tuple[str, str, list[str]]]:
    """How often each pair is still in the bag or on another rack: a row for each colour, each pair once."""

    def row(at: int) -> list[str]:
        return [""] * at + [str(counts.get(COLOURS[at] + other, 0)) for other in COLOURS[at:]]

    return [(colour, colour_name(colour), row(at)) for at, colour in enumerate(COLOURS)]


FLAT = Way(
    draw=draw_view,
    rows=lambda desk: rows(desk.view["radius"]),
    tell=told,
    rays=lambda desk: rays_of(desk.steps[-1].why),
)
