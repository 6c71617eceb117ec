import pytest

from games.engine.cards import RULES
from games.engine.rules import Malformed
from games.engine.seating import start
from games.engine.series import first_seat, ranking, totals


def test_each_game_gives_every_player_the_column_of_their_lowest_marker():
    games = [[7, 3, 4], [2, 7, 4], [3, 2, 7]]
    assert totals(games) == [12, 12, 15]
    assert ranking(games) == (2, 2, 1)


def test_the_starting_seat_moves_on_by_one():
    assert [first_seat(number, 3) for number in range(5)] == [0, 1, 2, 0, 1]


def test_another_seat_starts_but_the_deal_is_the_same():
    secret, seeds = bytes(32), ["a", "b", "c"]
    _seating, first = start(RULES, "free", {"order": "fixed", "first": 0}, secret, seeds)
    _seating, third = start(RULES, "free", {"order": "fixed", "first": 2}, secret, seeds)
    assert (first.to_act, third.to_act) == (0, 2)
    assert first.hands == third.hands


@pytest.mark.parametrize("options", [{"first": 3}, {"first": -1}, {"first": True}, {"first": "0"}, {"order": "oldest"}])
def test_bad_options_are_refused(options):
    with pytest.raises(Malformed):
        start(RULES, "free", options, bytes(32), ["a", "b", "c"])
