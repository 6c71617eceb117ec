import pytest

from games.drawing.boards import draw_board, draw_stacks, read_tiles
from games.drawing.geometry import centre, number, star
from games.drawing.symbols import SYMBOLS
from games.engine.genial.variants import PRINTED
from games.engine.hexgrid import DIRECTIONS, grid
from games.engine.koepfchen.variants import COLOURS as SEVEN_COLOURS


def test_neighbours_lie_equally_far_apart() -> None:
    distances = [(x * x + y * y) ** 0.5 for x, y in map(centre, DIRECTIONS)]
    assert distances == pytest.approx([distances[0]] * 6)


def test_a_board_has_all_its_cells() -> None:
    board = draw_board(5, PRINTED, read_tiles(5, ["RB f6 g6"]))
    assert board.cells.count("M") == len(grid(5).cells)
    assert [half.colour for half in board.printed] == list("RGBOYV")
    assert [(half.colour, half.x, half.y) for half in board.tiles[0]] == [("R", "0", "0"), ("B", "8.66", "15")]


def test_a_tile_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="not on a board"):
        read_tiles(4, ["RB f6 z6"])


def test_a_column_shows_its_topmost_symbol_and_one_wall_a_storey() -> None:
    stacks = draw_stacks(4, {(0, 0): "R"}, [("GB", (0, 0), (1, 0)), ("VY", (0, 0), (0, 1))])
    columns = dict(zip(grid(4).cells, stacks.columns, strict=True))
    assert (columns[0, 0].colour, len(columns[0, 0].walls)) == ("V", 3)
    assert (columns[1, 0].colour, len(columns[1, 0].walls)) == ("B", 1)
    assert (columns[2, 0].colour, len(columns[2, 0].walls)) == ("", 0)


def test_every_colour_has_a_shape_of_its_own() -> None:
    shapes = {(symbol.points, symbol.radius, symbol.stroke) for symbol in SYMBOLS}
    assert len(shapes) == len(SYMBOLS)
    assert {symbol.colour for symbol in SYMBOLS} == set(SEVEN_COLOURS)


@pytest.mark.parametrize("points", [6, 12, 24])
def test_a_star_has_its_points(points: int) -> None:
    assert len(star(points, 10, 5).split()) == 2 * points


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [number(value) for value in (1.0, -0.001, 2.345678)] == ["1", "0", "2.35"]
