import pytest

from games.engine.hexgrid import grid


@pytest.mark.parametrize(("radius", "cells"), [(4, 61), (5, 91), (6, 127), (7, 169)])
def test_a_board_has_every_cell_within_its_radius(radius, cells):
    board = grid(radius)
    assert len(board.cells) == cells
    assert len(board.pairs) == sum(len(near) for near in board.neighbours) // 2


CORNERS = {"a1": (0, -5), "a6": (5, -5), "f1": (-5, 0), "f6": (0, 0), "f11": (5, 0), "k1": (-5, 5), "k6": (0, 5)}


@pytest.mark.parametrize(("name", "cell"), CORNERS.items())
def test_cells_are_named_by_row_from_the_top_and_number_from_the_left(cell, name):
    board = grid(5)
    assert board.name(cell) == name
    assert board.named(name) == cell


@pytest.mark.parametrize("name", ["a0", "a7", "f12", "l1", "F6", "f06", "ff", "", "f6 ", "f١"])
def test_other_names_are_nowhere(name):
    assert grid(5).named(name) is None


@pytest.mark.parametrize("radius", [4, 5, 6, 7])
def test_names_and_cells_are_one_to_one(radius):
    board = grid(radius)
    assert [board.named(board.name(cell)) for cell in board.cells] == list(board.cells)


def test_a_ray_runs_straight_to_the_edge():
    board = grid(5)
    east = board.rays[board.index[0, 0]][0]
    assert [board.name(board.cells[far]) for far in east] == ["f7", "f8", "f9", "f10", "f11"]


def test_a_corner_has_three_neighbours():
    board = grid(5)
    near = board.neighbours[board.index[0, -5]]
    assert sorted(board.name(board.cells[i]) for i in near) == ["a2", "b1", "b2"]
