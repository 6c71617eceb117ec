"""Turns as people write them: `RB f6 g6`, `YB`, `R7 2,0`, `swap`, one action after another with `;` between."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.engine.hexgrid import Cell, grid
from games.engine.rules import Data, Malformed, _

BETWEEN = "; "
SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the actions of some rules are written and read; a view tells how large their board is."""

    write: Callable[[Data, Data], str]
    read: Callable[[Data, str], Data]


def write_turn(key: str, seen: Data, actions: Iterable[Data]) -> str:
    return BETWEEN.join(write_action(key, seen, action) for action in actions)


def read_turn(key: str, seen: Data, text: str) -> list[Data]:
    """The actions that a text names, or `Malformed`; whether they are legal is for the rules to say."""
    return [read_action(key, seen, part) for part in text.split(";") if part.strip()]


def write_action(key: str, seen: Data, action: Data) -> str:
    """An action as the log has it; what is neither placed nor played is called by its type."""
    if action["type"] not in ("place", "play"):
        return str(action["type"])
    return SPELLINGS[key].write(seen, action)


def read_action(key: str, seen: Data, text: str) -> Data:
    """Letters in any case, spaces wherever they please."""
    word = text.strip()
    if word.lower() == SWAP:
        return {"type": SWAP}
    return SPELLINGS[key].read(seen, word)


# --- tiles on a hex board ----------------------------------------------------------------------

PLACEMENT = re.compile(r"([a-z]{2})[\s,:]*([a-z][0-9]{1,2})[\s,-]*([a-z][0-9]{1,2})", re.IGNORECASE | re.ASCII)


def write_placement(seen: Data, action: Data) -> str:
    name = grid(seen["radius"]).name
    first, second = ((q, r) for q, r in action["cells"])
    return f"{action['tile']} {name(first)} {name(second)}"


def read_placement(seen: Data, text: str) -> Data:
    found = PLACEMENT.fullmatch(text)
    if not found:
        raise Malformed(_("Write a tile and its two cells, such as RB f6 g6: red lies on f6, blue on g6."))
    cells = [list(named_cell(seen, name)) for name in found.groups()[1:]]
    return {"type": "place", "tile": found[1].upper(), "cells": cells}


def named_cell(seen: Data, name: str) -> Cell:
    """The cell that people call by this name, in any case."""
    cell = grid(seen["radius"]).named(name.strip().lower())
    if cell is None:
        raise Malformed(_("There is no cell {cell} on this board."), cell=name)
    return cell


# --- cards -------------------------------------------------------------------------------------


def write_card(_seen: Data, action: Data) -> str:
    return str(action["card"])


def read_card(_seen: Data, text: str) -> Data:
    if not re.fullmatch(r"[a-z]\s*[a-z]", text, re.IGNORECASE | re.ASCII):
        raise Malformed(_("Write a card as its two colours, such as YB: yellow is scored first."))
    return {"type": "play", "card": "".join(text.split()).upper()}


# --- cards on a grid ---------------------------------------------------------------------------

CARD_ON_CELL = re.compile(
    r"([a-z])\s*([a2-7])[\s:@]*\(?\s*([+-]?[0-9]{1,2})\s*[,\s]\s*([+-]?[0-9]{1,2})\s*\)?", re.IGNORECASE | re.ASCII
)


def write_card_on_cell(_seen: Data, action: Data) -> str:
    x, y = action["cell"]
    return f"{action['card']} {x},{y}"


def read_card_on_cell(_seen: Data, text: str) -> Data:
    # A proper minus is what some keyboards write.
    found = CARD_ON_CELL.fullmatch(text.replace("\N{MINUS SIGN}", "-"))
    if not found:
        raise Malformed(
            _("Write a card and its cell, such as R7 2,0: two to the right of the middle, in the middle row.")
        )
    return {"type": "play", "card": (found[1] + found[2]).upper(), "cell": [int(found[3]), int(found[4])]}


TILES = Spelling(write_placement, read_placement)
SPELLINGS = {
    "genial": TILES,
    "genial-3d": TILES,
    "genial-cards": Spelling(write_card, read_card),
    "koepfchen": Spelling(write_card_on_cell, read_card_on_cell),
}
