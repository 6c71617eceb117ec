"""The stacking game at its table: the board game's, seen from above or at a slant, with stacks to look into."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.stacks import LOOKS, Heap, Layer, draw_stacks_of, heap_of, rays_over, spots_of
from games.drawing.words import listed
from games.engine.hexgrid import Cell, grid
from games.pages.desk import Desk

from . import genial
from .genial import SYMBOL_NAMES, Square, Way


class Storey(NamedTuple):
    """A layer of the stack that the reader looks into."""

    height: int
    colour: str
    words: str


class Stack(NamedTuple):
    name: str
    storeys: Sequence[Storey]
    """From the top down."""
    closed: str
    """The address without it."""


class Look(NamedTuple):
    """The other way to see the board."""

    key: str
    name: str
    address: str


def present(desk: Desk) -> dict[str, Any]:
    heap = heap_of(desk.view)
    context = genial.present(desk, way_of(desk))
    return context | {
        "rows": [[to_look_into(square, desk, heap) for square in row] for row in context["rows"]],
        "slant": context["picture"].slant,
        "look": other_look(desk),
        "stack": None if context["chosen"] else stack(desk, heap),
        "notes": notes(desk),
        "styles": ["css/stacks.css"],
        "example": "RB e5 e6",
    }


def preview(desk: Desk) -> dict[str, Any]:
    return genial.preview(desk, way_of(desk))


def look_of(desk: Desk) -> str:
    return desk.look if desk.look in LOOKS else LOOKS[0]


def way_of(desk: Desk) -> Way:
    look = look_of(desk)
    return Way(
        draw=lambda view, **marks: draw_stacks_of(view, look=look, **marks),
        rows=lambda desk: spots_of(desk.view, look),
        tell=told,
        rays=lambda desk: rays_over(desk.view, look, desk.steps[-1].why),
    )


def other_look(desk: Desk) -> Look:
    names = {"above": _("From above"), "slanted": _("At a slant")}
    [other] = [look for look in LOOKS if look != look_of(desk)]
    return Look(other, names[other], desk.address(look=other))


# --- stacks ------------------------------------------------------------------------------------


def told(desk: Desk) -> Callable[[Cell], str]:
    """What lies on a cell, how high, and what is beneath."""
    flat = genial.told(desk)
    heap = heap_of(desk.view)
    opening = {tuple(cell) for cell in desk.view["opening"]}

    def tell(cell: Cell) -> str:
        layers = heap.get(cell, [])
        if not layers:
            return flat(cell)
        *beneath, top = layers
        words = [top_words(desk, top), height_words(len(layers))]
        if beneath:
            symbols = listed(str(SYMBOL_NAMES[layer.colour]) for layer in reversed(beneath))
            words.append(_("beneath: %(symbols)s") % {"symbols": symbols})
        if cell in opening:
            words.append(_("no tile beside it yet"))
        return listed(words)

    return tell


def top_words(desk: Desk, layer: Layer) -> str:
    return f"{SYMBOL_NAMES[layer.colour]}, {owner(desk, layer)}"


def owner(desk: Desk, layer: Layer) -> str:
    if layer.seat is None:
        return _("start stone")
    drafted = bool(desk.steps) and layer.n == desk.view["version"] + 1
    return genial.owner(desk, layer.seat, last=layer.n in genial.last_turns(desk), drafted=drafted)


def height_words(height: int) -> str:
    return ngettext("%(count)d high", "%(count)d high", height) % {"count": height}


def to_look_into(square: Square, desk: Desk, heap: Heap) -> Square:
    """A cell that leads nowhere else shows what lies beneath."""
    if square.address or grid(desk.view["radius"]).named(square.name) not in heap:
        return square
    return square._replace(address=desk.address(cell=square.name))


def stack(desk: Desk, heap: Heap) -> Stack | None:
    """The stack on the cell that the reader chose, if there is one."""
    cell = grid(desk.view["radius"]).named(desk.cell)
    if cell is None or cell not in heap:
        return None
    storeys = [
        Storey(height, layer.colour, storey_words(desk, layer)) for height, layer in enumerate(heap[cell], start=1)
    ]
    return Stack(desk.cell, storeys[::-1], desk.address(cell=""))


def storey_words(desk: Desk, layer: Layer) -> str:
    words = top_words(desk, layer)
    return _("%(words)s, turn %(turn)d") % {"words": words, "turn": layer.n} if layer.n else words


# --- what the rules say now --------------------------------------------------------------------


def notes(desk: Desk) -> list[str]:
    """What a player must know of the opening and of the end; the draft changes nothing about it."""
    view = desk.before
    if view["ended_by"]:
        return []
    found = []
    if view["opening"] and desk.acting:
        found.append(
            ngettext(
                "Opening: your tile must touch the start stone that no tile lies beside yet; it has a ring.",
                "Opening: your tile must touch a start stone that no tile lies beside yet; they have rings.",
                len(view["opening"]),
            )
        )
    if view["final_round"]:
        left = view["turns_left"]
        found.append(
            ngettext(
                "Final round: %(count)d turn is left; nothing is drawn or swapped any more.",
                "Final round: %(count)d turns are left; nothing is drawn or swapped any more.",
                left,
            )
            % {"count": left}
        )
    return found
