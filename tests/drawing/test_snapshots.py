"""Pictures that stand alone: the site's colours, no fonts, nothing but what the view shows."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import resvg_py

from games.drawing.colours import DARK, GAME, LEVELS, LIGHT
from games.drawing.glyphs import STROKES, written
from games.drawing.snapshots import PANELS, snapshot
from games.drawing.symbols import SYMBOLS
from games.engine.registry import RULES
from tests.engine.tables import at_every_table, turn_starts
from tests.pages.test_templates import tokens

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("dark", "colours"), [(0, LIGHT), (1, DARK)], ids=["light", "dark"])
def test_the_colours_are_those_of_the_style_sheet(dark, colours):
    known = tokens(dark)
    assert colours == {name: known[name] for name in colours}


def test_the_levels_are_those_of_the_style_sheet():
    css = (ROOT / "static" / "css" / "stacks.css").read_text()
    assert tuple(re.findall(r"--level-\d: light-dark\((#\w+),", css)) == LEVELS


def test_every_symbol_has_a_colour():
    assert GAME.keys() == {symbol.colour for symbol in SYMBOLS}


def middle(rules, mode, seats):
    """A position in the middle of a game, with the number of its last turn."""
    *_before, state = (state for _turn, state in zip(range(20), turn_starts(rules, mode, seats, 7), strict=False))
    return state


@at_every_table
def test_a_picture_needs_no_fonts(rules, mode, seats):
    state = middle(rules, mode, seats)
    for seat in (None, 0):
        drawn = snapshot(rules.key, rules.view(state, seat), [])
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(drawn.svg).iter()}
        assert tags <= {"svg", "g", "rect", "circle", "path", "polygon", "use", "symbol"}
        assert "light-dark" not in drawn.svg
        assert "var(" not in drawn.svg


@pytest.mark.parametrize("key", RULES)
def test_the_own_hand_is_in_the_picture_of_its_owner_alone(key):
    rules = RULES[key]
    state = middle(rules, "free", 2)
    own, other, nobody = (len(PANELS[key](rules.view(state, seat), [])) for seat in (0, 1, None))
    assert own == other > nobody


def test_what_was_laid_last_is_marked():
    rules = RULES["genial"]
    state = middle(rules, "free", 2)
    view = rules.view(state, 0)
    last = view["placed"][-1]
    plain, marked = (snapshot("genial", view, moves).svg for moves in ([], [{"n": last["n"]}]))
    assert marked.count(LIGHT["glow"]) == plain.count(LIGHT["glow"]) + sum(
        placed["n"] == last["n"] for placed in view["placed"]
    )


def test_signs_can_be_told_apart_without_fonts():
    """Each is drawn, and no two look the same."""
    drawn = {
        resvg_py.svg_to_bytes(
            svg_string='<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
            + written(sign, 10, 10, 14, "#000000")
            + "</svg>",
            skip_system_fonts=True,
        )
        for sign in (*STROKES, "")
    }
    assert len(drawn) == len(STROKES) + 1
