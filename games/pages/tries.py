"""Small boards to try things out on, within the rules pages: a choice is part of the address, the engine answers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing.cards import draw_cards, look_ahead
from games.drawing.grid import draw_grid, find_slot, find_slots, layout
from games.drawing.hexboard import Spot, draw_view, rows, spot
from games.drawing.stacks import draw_stacks_of
from games.drawing.symbols import SYMBOLS
from games.drawing.words import cell_name, colour_name, listed
from games.engine.boardstate import EMPTY, BoardState, Placed
from games.engine.dealing import SECRET_BYTES, Chance
from games.engine.genial.rules import RULES
from games.engine.genial3d.rules import RULES as STACKING_RULES
from games.engine.genial3d.state import StackingState, restored
from games.engine.genial3d.variants import FREE as STACKING
from games.engine.genial3d.variants import START_CELLS
from games.engine.hexgrid import grid
from games.engine.notation import read_turn
from games.engine.rules import Refusal
from games.engine.tiles import Place
from games.engine.tracks import COLOURS, Track, held_lowest, lowest_colours, standing, track_data
from games.services.refusals import spoken

from .log import gain_words
from .practice import RADIUS, named, small_board

Query = Mapping[str, str]
SYMBOL_NAMES = {symbol.colour: symbol.name for symbol in SYMBOLS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    key: str
    title: Promise | str
    address: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """Something to try: its picture, what can be chosen, and what the rules say to it."""

    key: str
    kind: str
    """Which picture it has: `templates/games/tries/<kind>.html`."""
    question: Promise | str
    choices: list[Choice]
    answer: list[str] = field(default_factory=list)
    picture: dict[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        return f"games/tries/{self.kind}.html"


def tries(key: str, query: Query) -> dict[str, Try]:
    made = TRIES[key]
    known = {name: value for name, value in query.items() if name in made}
    return {name: make(name, known) for name, make in made.items()}


def choices(name: str, query: Query, titles: Mapping[str, Promise | str]) -> tuple[list[Choice], str]:
    """What can be chosen, and what is; the other tries of the page stay as they are."""
    chosen = query.get(name, "")
    found = [
        Choice(key=key, title=title, address=address(query, name, key), chosen=key == chosen)
        for key, title in titles.items()
    ]
    return found, chosen if chosen in titles else ""


def address(query: Query, name: str, value: str) -> str:
    return f"?{urlencode({**query, name: value})}#{name}"


# --- the board game ----------------------------------------------------------------------------

PLACEMENTS: dict[str, tuple[str, Promise | str]] = {
    "a": ("RB d4 d5", gettext_lazy("Red on d4, blue on d5")),
    "b": ("RB d5 d4", gettext_lazy("The same cells, turned round")),
    "c": ("RB e4 e5", gettext_lazy("Red on e4, blue on e5")),
    "d": ("RB c2 c1", gettext_lazy("Red on c2, blue on c1")),
}
REMARKS: dict[str, Promise | str] = {
    "a": gettext_lazy("Red looks up a line of three that ends at the printed star; blue looks along two to the edge."),
    "b": gettext_lazy("Now neither half has a neighbour of its own colour: no line even begins."),
    "c": gettext_lazy("Between e4 and the red line lies a free cell, and a gap ends every line."),
    "d": gettext_lazy("Two lines of one symbol each begin beside c2. Both count."),
}


def lines(name: str, query: Query) -> Try:
    """Which lines does this tile score?"""
    found, chosen = choices(name, query, {key: title for key, (_text, title) in PLACEMENTS.items()})
    state = small_board("RB", (0,) * 6)
    answer: list[str] = []
    why: tuple[dict[str, Any], ...] = ()
    if chosen:
        tile, first, second = PLACEMENTS[chosen][0].split()
        step = RULES.apply(state, Place(tile, (named(first), named(second))))
        state, why = step.state, step.why
        answer = [", ".join(gain_words(step.gains)), str(REMARKS[chosen])]
    view = RULES.view(state, 0)
    picture = draw_view(view, lit=why, ghost=state.n if chosen else None)
    return Try(
        key=name,
        kind="lines",
        question=gettext_lazy("You hold the tile with red and blue. What is it worth here?"),
        choices=found,
        answer=answer,
        picture={"picture": picture, "label": board_words(view), "spots": free_spots(state), "tile": "RB"},
    )


def free_spots(state: BoardState) -> list[Spot]:
    return [spot(RADIUS, cell) for cell, top in zip(state.grid.cells, state.top, strict=True) if top == EMPTY]


def board_words(view: Mapping[str, Any]) -> str:
    """The symbols on a board and their cells."""
    name = grid(RADIUS).name
    where: dict[str, list[str]] = {}
    for q, r, colour in view["printed"]:
        where.setdefault(colour, []).append(name((q, r)))
    for tile in view["placed"]:
        for (q, r), colour in zip(tile["cells"], tile["tile"], strict=True):
            where.setdefault(colour, []).append(name((q, r)))
    return "; ".join(f"{colour_name(colour)}: {listed(sorted(where[colour]))}" for colour in COLOURS)


ADA: Track = (18, 9, 14, 12, 17, 13)
BEN: Track = (11, 9, 12, 15, 14, 12)


def ranking(name: str, query: Query) -> Try:
    """Who is ahead: compared from the lowest colour upwards."""
    found, chosen = choices(name, query, {"ada": "Ada", "ben": "Ben"})
    answer = []
    if chosen:
        ahead = "ada" if standing(ADA) > standing(BEN) else "ben"
        answer = [
            _("Right.") if chosen == ahead else _("Not quite."),
            _(
                "Both are lowest at 9, so the next lowest decides: 12 for Ada, 11 for Ben. Ada is ahead, whatever Ben "
                "has elsewhere."
            ),
        ]
    return Try(
        key=name,
        kind="ranking",
        question=gettext_lazy("Both have 9 points in their weakest colour. Who is ahead?"),
        choices=found,
        answer=answer,
        picture={
            "rows": [("Ada", by_height(ADA)), ("Ben", by_height(BEN))],
            "deciding": next(at for at, (a, b) in enumerate(zip(standing(ADA), standing(BEN), strict=True)) if a != b)
            if chosen
            else None,
        },
    )


def by_height(track: Track) -> list[tuple[str, int]]:
    """Colours and points, the lowest first."""
    return sorted(track_data(track).items(), key=lambda item: item[1])


SWAP_TRACK: Track = (9, 7, 4, 8, 4, 10)
RACKS: dict[str, tuple[str, ...]] = {
    "a": ("RG", "RO", "GV", "OV", "RR"),
    "b": ("RG", "RO", "GV", "BO", "RR"),
    "c": ("RG", "YY", "GV", "OV", "RR"),
}


def swapping(name: str, query: Query) -> Try:
    """Which rack may be swapped?"""
    found, chosen = choices(
        name, query, {"a": gettext_lazy("Rack A"), "b": gettext_lazy("Rack B"), "c": gettext_lazy("Rack C")}
    )
    answer = []
    if chosen:
        colour = held_lowest(RACKS[chosen], SWAP_TRACK)
        low = listed(colour_name(low) for low in lowest_colours(SWAP_TRACK))
        answer = [
            _("No swap: this rack still shows %(colour)s, a lowest colour.") % {"colour": colour_name(colour)}
            if colour
            else _("You may swap: no tile shows %(colours)s.") % {"colours": low}
        ]
    return Try(
        key=name,
        kind="swapping",
        question=gettext_lazy(
            "You have placed your tile. Blue and yellow are your lowest colours, with 4 points each. Which of these "
            "racks may be swapped?"
        ),
        choices=found,
        answer=answer,
        picture={
            "racks": [
                (choice, [(tile, listed(str(SYMBOL_NAMES[colour]) for colour in tile)) for tile in RACKS[choice.key]])
                for choice in found
            ]
        },
    )


# --- the stacking game -------------------------------------------------------------------------

STACKED = ("RB e5 f5", "YG e6 f6", "OV e4 f4", "RO d4 d5", "GV d6 e7", "OY f7 g6")
STACKINGS: dict[str, tuple[str, Promise | str, Promise | str]] = {
    "a": (
        "RY e5 e6",
        gettext_lazy("Across two tiles, on e5 and e6"),
        gettext_lazy("Both cells are one level high and belong to different tiles, so it may lie here, on level 2."),
    ),
    "b": (
        "RY e5 f5",
        gettext_lazy("On e5 and f5"),
        gettext_lazy("Below lie the two halves of one tile."),
    ),
    "c": (
        "RY e7 d7",
        gettext_lazy("On e7 and d7"),
        gettext_lazy("It would not lie flat."),
    ),
    "d": (
        "RY c4 c5",
        gettext_lazy("On the board, on c4 and c5"),
        gettext_lazy("Two free cells are equally high. Red finds the red half on d4, yellow the start stone above."),
    ),
}


def stacking(name: str, query: Query) -> Try:
    """Where may a tile lie on top of others?"""
    found, chosen = choices(name, query, {key: title for key, (_text, title, _remark) in STACKINGS.items()})
    state = stacked_board("RY")
    answer: list[str] = []
    why: tuple[dict[str, Any], ...] = ()
    drafted = None
    if chosen:
        text, _title, remark = STACKINGS[chosen]
        (action,) = read_turn(STACKING_RULES.key, STACKING_RULES.view(state, 0), text)
        try:
            step = STACKING_RULES.apply(state, STACKING_RULES.read(action))
        except Refusal as refusal:
            answer = [spoken(refusal), str(remark)]
        else:
            drafted, state, why = state.n, step.state, step.why
            answer = [", ".join(gain_words(step.gains)), str(remark)]
    view = STACKING_RULES.view(state, 0)
    return Try(
        key=name,
        kind="stacking",
        question=gettext_lazy("You hold the tile with red and yellow. Where may it go?"),
        choices=found,
        answer=answer,
        picture={"picture": draw_stacks_of(view, lit=why, ghost=drafted), "spots": stacking_names(), "tile": "RY"},
    )


def stacked_board(rack: str) -> StackingState:
    board = grid(STACKING.radius[2])
    placed = []
    for n, text in enumerate(STACKED, 1):
        tile, *names = text.split()
        first, second = (next(cell for cell in board.cells if board.name(cell) == name) for name in names)
        placed.append(Placed(n, n % 2, tile, (first, second), 0))
    return restored(
        {
            "variant": STACKING,
            "seats": 2,
            "chance": Chance(bytes(SECRET_BYTES)),
            "n": len(placed) + 1,
            "stones": tuple(zip(START_CELLS, "BYGVOR", strict=True)),
            "placed": tuple(placed),
            "racks": ((rack,), ("RG",)),
            "bag": (),
            "tracks": ((0,) * len(COLOURS),) * 2,
            "opening": (),
        }
    )


def stacking_names() -> list[Spot]:
    """The free cells that the choices speak of."""
    return [found for row in rows(STACKING.radius[2]) for found in row if found.name in ("c4", "c5", "d7")]


# --- the card game -----------------------------------------------------------------------------

CARDS_VIEW: dict[str, Any] = {
    "open": [["BY", "RV"], ["GB", "BO"]],
    "tracks": [track_data((4, 4, 3, 5, 6, 4)), track_data((2, 3, 3, 1, 3, 2))],
    "to_move": 0,
    "pile": 31,
    "discard": 5,
}


def orders(name: str, query: Query) -> Try:
    """Which symbol first?"""
    titles = {
        "BY": gettext_lazy("Blue first, then yellow"),
        "YB": gettext_lazy("Yellow first, then blue"),
        "RV": gettext_lazy("Another card: red, then violet"),
    }
    found, chosen = choices(name, query, titles)
    answer = []
    lit: Iterable[Mapping[str, Any]] = ()
    if chosen:
        order = look_ahead(CARDS_VIEW, chosen)
        lit = order.why
        answer = [order.gains, str(ORDER_REMARKS[chosen])]
    return Try(
        key=name,
        kind="orders",
        question=gettext_lazy("You hold two cards. One shows blue and yellow: does it matter which you score first?"),
        choices=found,
        answer=answer,
        picture={"table": draw_cards(CARDS_VIEW, lit=lit, ghost=chosen)},
    )


ORDER_REMARKS: dict[str, Promise | str] = {
    "BY": gettext_lazy(
        "Three open cards show blue. With blue past 3, no marker is left in the second area, and yellow may cross the "
        "border to 7."
    ),
    "YB": gettext_lazy(
        "Yellow wants to enter the last area, but blue is still two areas behind: the step is lost. Blue moves "
        "afterwards, too late for yellow."
    ),
    "RV": gettext_lazy(
        "One open card shows both symbols, so each marker goes one step. Here the order does not matter."
    ),
}


# --- the grid of cards -------------------------------------------------------------------------

GRID_VIEW: dict[str, Any] = {
    "grid": [
        [-1, -1, "R3"], [0, -1, "Y5"], [1, -1, "B2"],
        [-1, 0, "G6"], [0, 0, "V6"], [1, 0, "O7"],
        [-1, 1, "T4"], [0, 1, "Y7"], [1, 1, "T5"],
    ]
}  # fmt: skip
GRID_CARD = "Y6"


def grid_cells(name: str, query: Query) -> Try:
    """Where does this card fit, and what does it score there?"""
    laid = layout(GRID_VIEW)
    slots = find_slots(laid, GRID_CARD)
    titles = {cell_name(slot.cell): cell_name(slot.cell) for slot in slots}
    found, chosen = choices(name, query, titles)
    answer: list[str] = []
    lit: list[dict[str, Any]] = []
    ghost = None
    if chosen:
        cell = next(slot.cell for slot in slots if cell_name(slot.cell) == chosen)
        slot = find_slot(laid, GRID_CARD, cell, cell)
        ghost = (GRID_CARD, cell)
        if slot.is_legal:
            lit = [{"cells": slot.lights}]
            answer = [_("It fits beside %(cards)s and brings: %(gain)s.") % {"cards": slot.beside, "gain": slot.brings}]
        else:
            answer = [
                _("It does not fit: a 6 needs a 5 or a 7 beside it, and here it touches %(cards)s.")
                % {"cards": slot.beside}
            ]
            ghost = None
    return Try(
        key=name,
        kind="grid",
        question=gettext_lazy(
            "You hold the yellow 6. Tap a free cell to see whether it fits there and what it scores."
        ),
        choices=found,
        answer=answer,
        picture={
            "grid": draw_grid(GRID_VIEW, lit=lit, ghost=ghost),
            "links": [
                (find_slot(laid, GRID_CARD, slot.cell), choice) for slot, choice in zip(slots, found, strict=True)
            ],
            "chosen": chosen,
        },
    )


TRIES: dict[str, dict[str, Callable[[str, Query], Try]]] = {
    "genial": {"lines": lines, "ranking": ranking, "swapping": swapping},
    "genial-3d": {"stacking": stacking},
    "genial-cards": {"orders": orders},
    "koepfchen": {"cells": grid_cells},
}
