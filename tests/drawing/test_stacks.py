"""The stacking game drawn from a view: heights, what lies beneath, and both looks."""

from typing import Any

import pytest

from games.drawing.stacks import HIGHEST_SHADE, LOOKS, draw_stacks_of, heap_of
from games.engine.genial3d.rules import RULES
from games.engine.hexgrid import grid
from tests.engine.tables import states_of

START: dict[str, Any] = {"radius": 4, "printed": [[0, -3, "R"]], "placed": [], "opening": [[0, -3]]}


def placed(n: int, tile: str, a: tuple[int, int], b: tuple[int, int], level: int) -> dict[str, Any]:
    return {"n": n, "seat": n % 2, "tile": tile, "cells": [list(a), list(b)], "level": level}


TOWER = {
    **START,
    "placed": [
        placed(1, "GB", (0, 0), (1, 0), 0),
        placed(2, "OY", (0, 1), (1, 1), 0),
        placed(3, "VY", (0, 0), (0, 1), 1),
    ],
}


def test_a_stack_knows_what_lies_beneath() -> None:
    heap = heap_of(TOWER)
    assert [(layer.colour, layer.n, layer.seat) for layer in heap[0, 0]] == [("G", 1, 1), ("V", 3, 1)]
    assert [(layer.colour, layer.seat) for layer in heap[0, -3]] == [("R", None)]
    assert (2, 0) not in heap


@pytest.mark.parametrize("look", LOOKS)
def test_heights_from_two_on_are_numbered(look: str) -> None:
    picture = draw_stacks_of(TOWER, look=look)
    badges = [*picture.badges, *(top.badge for top in picture.tops if top.badge)]
    assert [badge.text for badge in badges] == ["2", "2"]


def test_from_above_the_lowest_tiles_are_drawn_first() -> None:
    picture = draw_stacks_of({**TOWER, "placed": TOWER["placed"][::-1]}, last=[3], ghost=4)
    assert [flat.height for flat in picture.tiles] == [1, 1, 2]
    assert [flat.tile.mark for flat in picture.tiles] == ["", "", "last"]
    assert picture.tiles[0].shadow < picture.tiles[-1].shadow


def test_at_a_slant_a_stack_has_a_wall_for_each_storey() -> None:
    tops = dict(zip(grid(4).cells, draw_stacks_of(TOWER, look="slanted", ghost=3).tops, strict=True))
    assert [len(tops[cell].walls) for cell in ((0, 0), (1, 0), (0, -3), (2, 0))] == [2, 1, 1, 0]
    symbol = tops[0, 0].symbol
    assert symbol
    assert symbol.colour == "V"
    assert tops[0, 0].mark == tops[0, 1].mark == "draft"
    assert tops[2, 0].symbol is None


def test_at_a_slant_only_tiles_that_lie_open_are_joined() -> None:
    tops = dict(zip(grid(4).cells, draw_stacks_of(TOWER, look="slanted").tops, strict=True))
    assert [cell for cell, top in tops.items() if top.bridge] == [(0, 1)]


@pytest.mark.parametrize(("look", "bends"), [("above", False), ("slanted", True)])
def test_a_line_follows_the_stacks(look: str, bends: bool) -> None:
    why = [{"colour": "G", "from": (-1, 0), "cells": [(0, 0), (1, 0)]}]
    picture = draw_stacks_of(TOWER, look=look, lit=why)
    heights = {point.split(",")[1] for point in picture.rays[0].path[1:].split("L")}
    assert (len(heights) > 1) is bends
    assert len(picture.lit) == 2


def test_a_stack_at_the_upper_edge_stays_in_the_picture() -> None:
    high = {**START, "placed": [placed(n, "GB", (0, -4), (1, -4), n) for n in range(8)]}
    _, top, _, _ = map(float, draw_stacks_of(high, look="slanted").view_box.split())
    highest = draw_stacks_of(high, look="slanted").tops[0].outline
    assert top <= min(float(point.split(",")[1]) for point in highest.split())


@pytest.mark.parametrize("look", LOOKS)
def test_every_position_of_a_game_can_be_drawn(look: str) -> None:
    for state in states_of(RULES, "free", 3, seed=5):
        view = RULES.view(state, None)
        picture = draw_stacks_of(view, look=look, last=[view["version"]])
        heap = heap_of(view)
        assert {cell: len(layers) for cell, layers in heap.items()} == {
            cell: state.heights[at] for cell, at in state.grid.index.items() if state.heights[at]
        }
        assert {cell: layers[-1].colour for cell, layers in heap.items()} == {
            cell: state.top[at] for cell, at in state.grid.index.items() if state.heights[at]
        }
        assert all(flat.shade <= HIGHEST_SHADE for flat in picture.tiles)
