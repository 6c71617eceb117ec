"""A hex board drawn from a view: what lies where, what is marked, what scores."""

from dataclasses import replace

import pytest

from games.drawing.hexboard import draw_view, rows, tile_shapes
from games.engine.hexgrid import grid
from games.engine.registry import RULES
from games.engine.turns import draft
from tests.engine.tables import deal

GENIAL = RULES["genial"]
PLACE = {"type": "place", "tile": "RR", "cells": [[1, -5], [2, -5]]}


@pytest.mark.parametrize("radius", [5, 6, 7])
def test_every_cell_has_its_name_and_its_own_place(radius):
    spots = [spot for row in rows(radius) for spot in row]
    assert [spot.name for spot in spots] == [grid(radius).name(cell) for cell in grid(radius).cells]
    assert len({(spot.x, spot.y) for spot in spots}) == len(spots)


def test_a_tile_has_a_shape_for_each_direction():
    assert len(set(tile_shapes())) == 6


@pytest.fixture
def turn():
    state = deal(GENIAL, "free", 2)
    racks = (("RR", *state.racks[0][1:]), state.racks[1])
    return draft(GENIAL, replace(state, racks=racks), [PLACE])


def test_a_draft_is_marked_and_its_lines_light_up(turn):
    view = GENIAL.view(turn.state, 0)
    picture = draw_view(view, ghost=1, lit=turn.why[0])
    [tile] = picture.tiles
    assert tile.mark == "draft"
    assert (tile.first.colour, tile.second.colour) == ("R", "R")
    assert tile.shape == 0
    assert [ray.colour for ray in picture.rays] == ["R"]
    assert [spot.name for spot in picture.lit] == ["a1"]


def test_last_turns_are_marked(turn):
    view = GENIAL.view(turn.state, None)
    assert [tile.mark for tile in draw_view(view, last=[1]).tiles] == ["last"]
    assert [tile.mark for tile in draw_view(view).tiles] == [""]


def test_symbols_to_be_touched_are_named(turn):
    assert {spot.name for spot in draw_view(GENIAL.view(turn.state, 0)).opening} == {"a6", "f1", "f11", "k1", "k6"}
