"""The grid of Kluges Köpfchen as plain values."""

from typing import Any

from games.drawing.examples import GRID, GROUP, LAID_CARD, LAID_CELL
from games.drawing.grid import draw_grid, find_slot, find_slots, layout
from games.drawing.words import group_name, ranked_name
from games.engine.koepfchen.scoring import groups


def seen(grid: dict[tuple[int, int], str] = GRID) -> dict[str, Any]:
    return {"grid": [[*cell, card] for cell, card in grid.items()]}


def test_the_picture_leaves_a_ring_of_free_cells() -> None:
    grid = draw_grid(seen())
    assert (grid.left, grid.top, grid.columns, grid.rows) == (-2, -2, 5, 5)
    assert grid.view_box == "-75 -100 150 200"


def test_a_ghost_lights_its_groups_and_lies_on_the_ring() -> None:
    why = [group._asdict() for group in groups({**GRID, LAID_CELL: LAID_CARD}, LAID_CELL)]
    grid = draw_grid(seen(), ghost=(LAID_CARD, LAID_CELL), lit=why)
    assert grid.view_box == draw_grid(seen()).view_box
    assert {card.cell for card in grid.cards if card.scores} == set(GROUP)
    assert [card.cell for card in grid.cards if card.is_ghost] == [LAID_CELL]


def test_a_card_is_drawn_once_even_if_the_view_has_it_already() -> None:
    view = seen({**GRID, LAID_CELL: LAID_CARD})
    cards = draw_grid(view, ghost=(LAID_CARD, LAID_CELL)).cards
    assert [card.is_ghost for card in cards if card.cell == LAID_CELL] == [True]


def test_the_last_card_is_marked() -> None:
    cards = draw_grid(seen(), last=[(1, 1)]).cards
    assert [card.card for card in cards if card.is_new] == ["G5"]


def test_every_free_cell_beside_the_grid_can_be_asked() -> None:
    slots = {slot.cell: slot for slot in find_slots(GRID, LAID_CARD)}
    assert len(slots) == 12
    assert slots[LAID_CELL].is_legal
    assert slots[LAID_CELL].says == "2,0, beside turquoise 2: straight of 4 in the row: 1"
    assert set(slots[LAID_CELL].lights) == set(GROUP)
    assert not slots[2, 1].is_legal
    assert slots[2, 1].says == "2,1, beside green 5: does not fit"


def test_a_cell_without_a_group_says_so() -> None:
    assert find_slot(GRID, "B3", (0, -2)).brings == "no points"


def test_a_line_of_seven_is_full() -> None:
    row = {(x, 0): f"{colour}4" for x, colour in enumerate("ROYGBVT")}
    assert find_slot(row, "R5", (7, 0)).brings == "the line is full"
    assert find_slot(row, "R5", (0, 1)).is_legal


def test_groups_have_names() -> None:
    flush = {"line": "column", "kind": "flush", "cells": [[0, 0]] * 3, "points": 1}
    assert group_name(flush, "R7") == "3 × red in the column: 1"
    assert group_name({**flush, "kind": "set", "line": "row", "points": 2}, "R7") == "set of 3 in the row (7): 2"
    winning = {**flush, "kind": "set", "cells": [[0, 0]] * 7, "points": 0}
    assert group_name(winning, "RA") == "set of 7 in the column (ace): wins at once"


def test_an_ace_is_called_ace() -> None:
    assert [ranked_name(card) for card in ("TA", "R7")] == ["turquoise ace", "red 7"]


def test_the_grid_can_be_read_row_by_row() -> None:
    assert draw_grid(seen({(0, 0): "R4", (1, 0): "TA", (0, 1): "B5"})).says == (
        "row 0 from column 0: red 4, turquoise ace; row 1 from column 0: blue 5"
    )


def test_the_layout_is_what_the_view_says() -> None:
    assert layout(seen()) == GRID
