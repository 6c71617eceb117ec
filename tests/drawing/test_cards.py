"""The card game's table as plain values."""

from typing import Any

import pytest

from games.drawing.cards import both_orders, differ, draw_cards, look_ahead
from games.engine.dealing import Chance
from games.engine.registry import RULES
from games.engine.tracks import COLOURS

CARDS = RULES["genial-cards"]


def seen(
    track: str = "000000", open_cards: tuple[tuple[str, ...], ...] = (("RG", "BO"), ("YV", "RB"))
) -> dict[str, Any]:
    """A view in which seat 0 is to move with its markers in these columns (`X` is 10)."""
    state = CARDS.setup(CARDS.variants["free"], len(open_cards), Chance(bytes(32)))
    columns = ["0123456789X".index(column) for column in track]
    tracks = [dict(zip(COLOURS, columns, strict=True)), *CARDS.view(state, 0)["tracks"][1:]]
    return {**CARDS.view(state, 0), "open": [list(row) for row in open_cards], "tracks": tracks}


def test_the_oldest_open_card_goes_next() -> None:
    table = draw_cards(seen())
    assert [[card.is_oldest for card in row] for row in table.rows] == [[True, False], [True, False]]


def test_a_single_open_card_needs_no_mark() -> None:
    table = draw_cards(seen(open_cards=(("RG",), ("BO",), ("YV",))))
    assert not any(card.is_oldest for row in table.rows for card in row)


def test_the_card_just_played_is_marked_once() -> None:
    table = draw_cards(seen(open_cards=(("RG", "BO"), ("YV", "YV"))), last=[(1, "YV")])
    assert [card.is_new for card in table.rows[1]] == [False, True]
    assert not any(card.is_new for card in table.rows[0])


def test_matching_symbols_light_up() -> None:
    view = seen()
    table = draw_cards(view, lit=look_ahead(view, "RB").why)
    assert [[card.lit for card in row] for row in table.rows] == [["R", "B"], ["", "RB"]]


@pytest.mark.parametrize(
    ("track", "limits"),
    [
        ("000000", [3, 3, 3, 3, 3, 3]),
        ("011111", [6, 3, 3, 3, 3, 3]),  # the one behind may go on, the others wait for it
        ("111111", [6, 6, 6, 6, 6, 6]),
        ("644444", [10, 10, 10, 10, 10, 10]),
    ],
)
def test_a_lane_shows_how_far_its_marker_may_go(track: str, limits: list[int]) -> None:
    lanes = draw_cards(seen(track)).tracks[0].lanes
    assert [lane.limit for lane in lanes] == limits
    assert [lane.is_held for lane in lanes] == [limit < 10 for limit in limits]


def test_the_lowest_colours_are_marked() -> None:
    track = draw_cards(seen("213141")).tracks[0]
    assert [lane.colour for lane in track.lowest] == ["G", "O", "V"]
    assert track.lowest_says == "lowest: green, orange, violet 1"


def test_where_all_are_level_none_is_marked() -> None:
    track = draw_cards(seen("333333")).tracks[0]
    assert track.lowest == []
    assert track.lowest_says == "all six at 3"


def test_a_ghost_moves_the_markers_of_the_player_to_move_alone() -> None:
    own, other = draw_cards(seen("111111"), ghost="RB").tracks
    assert {lane.colour: lane.to for lane in own.lanes if lane.to != lane.at} == {"R": 3, "B": 3}
    assert all(lane.to == lane.at for lane in other.lanes)
    assert "red 1, then 3" in own.says


def test_the_order_matters_where_the_first_symbol_opens_an_area() -> None:
    view = seen("032222")
    red, green = both_orders(view, "RG")
    assert differ((red, green))
    assert red.says == "red first: +2 red, +1 green; lowest: red, blue, orange, yellow, violet 2"
    assert (red.lowest, red.lowest_at) == ("RBOYV", 2)
    assert green.gains == "+0 green (1 lost at the border), +2 red"


def test_the_order_does_not_matter_where_nothing_is_in_the_way() -> None:
    assert not differ(both_orders(seen("111111"), "RB"))


def test_points_beyond_the_last_column_are_lost_at_the_end() -> None:
    order = look_ahead(seen("944444"), "RG")
    assert order.gains == "+1 red (1 lost at the end), +1 green"
    assert order.bonus == 1
    assert not order.wins


def test_a_win_shows_before_it_is_played() -> None:
    assert look_ahead(seen("677777"), "RG").wins


def test_a_play_that_was_made_lights_what_counted_though_it_is_gone() -> None:
    before = seen(open_cards=(("RG", "BO"), ("RV", "RB")))
    after = {**before, "open": [["BO", "RB"], ["RV", "RB"]]}
    rows = draw_cards(after, lit=look_ahead(before, "RB").why, lit_for=0, last=[(0, "RB")]).rows
    assert [(card.card, card.lit, card.is_gone) for card in rows[0]] == [
        ("RG", "R", True),
        ("BO", "B", False),
        ("RB", "", False),  # it did not count itself
    ]
    assert [(card.card, card.lit) for card in rows[1]] == [("RV", "R"), ("RB", "RB")]


def test_a_track_shows_the_way_of_its_markers() -> None:
    view = seen("311111")
    lanes = draw_cards(view, before=seen("111111")).tracks[0].lanes
    assert [(lane.at, lane.to) for lane in lanes] == [(1, 3), *[(1, 1)] * 5]
