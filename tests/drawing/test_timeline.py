from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from games.drawing.timeline import HEIGHT, MOST_LEVELS, WIDTH, Reading, scale, timeline

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
END = BEGIN + timedelta(days=100)


def readings(*values: float, spread: float = 50) -> list[Reading]:
    return [Reading(BEGIN + timedelta(days=10 * at), value, spread) for at, value in enumerate(values)]


def points(outline: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in outline.split())]


def test_time_runs_to_the_right_and_what_is_higher_lies_higher() -> None:
    line = points(timeline(readings(1500, 1600, 1400), end=END).line)
    assert [x for x, _y in line] == [0, 100, 200, WIDTH]
    assert line[1][1] < line[0][1] < line[2][1] == line[3][1]


def test_nothing_leaves_the_picture() -> None:
    picture = timeline(readings(1500, 2222, 300), end=END)
    for x, y in points(picture.line) + points(picture.band) + points(picture.area):
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT


def test_the_band_is_as_wide_as_the_spread() -> None:
    picture = timeline([Reading(BEGIN, 1500, 100)], end=END)
    ys = [y for _x, y in points(picture.band)]
    low, high = picture.levels[-1][0], picture.levels[0][0]
    assert (max(ys) - min(ys)) / HEIGHT * (high - low) == pytest.approx(200, abs=1)


@pytest.mark.parametrize(
    ("low", "high"), [(1400, 1600), (1499, 1501), (1500, 1500), (0, 3000), (-500, 40), (1390.5, 1409)]
)
def test_the_scale_is_round_even_and_holds_all(low: float, high: float) -> None:
    levels = scale(low, high)
    steps = {one - other for one, other in pairwise(levels)}
    assert len(steps) == 1
    assert levels[-1] <= low <= high <= levels[0]
    assert 2 <= len(levels) <= MOST_LEVELS


def test_every_place_of_the_picture_belongs_to_one_reading() -> None:
    picture = timeline(readings(1, 2, 3, 4), end=END)
    edge = 0.0
    for spot in picture.spots:
        assert float(spot.left) == pytest.approx(edge, abs=0.02)
        edge += float(spot.width)
    assert edge == pytest.approx(WIDTH, abs=0.1)


def test_one_reading_of_this_very_moment_is_a_picture_too() -> None:
    picture = timeline([Reading(END, 1500, 480)], end=END)
    assert picture.moments[0] < picture.moments[-1] == END
    assert len(picture.spots) == 1
