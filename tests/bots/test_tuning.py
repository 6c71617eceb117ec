"""`manage.py tune_bots`: better numbers are found by play."""

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots.duels import TUNABLE, duels, shown, today
from games.bots.search import genial
from games.bots.tuning import tune


def test_numbers_move_to_where_wins_are():
    target = np.array([1.0, -2.0])

    def compare(ours, theirs, _seed):
        return 0.5 + 0.1 * float(np.abs(theirs - target).sum() - np.abs(ours - target).sum())

    *_, last = tune(compare, np.zeros(2), np.ones(2), generations=30, population=20, elite=4)
    assert last.champion == pytest.approx(target, abs=0.2)


@pytest.mark.parametrize("key", TUNABLE)
def test_equals_draw_and_the_same_deals_give_the_same_result(key):
    numbers, compare = today(key, 2), duels(key, 2, 40)
    assert compare(numbers, numbers, 3) == pytest.approx(0.5, abs=0.2)
    assert compare(numbers, numbers, 3) == compare(numbers, numbers, 3)


@pytest.mark.parametrize("key", TUNABLE)
def test_todays_numbers_beat_none_at_all(key):
    numbers = today(key, 2)
    assert duels(key, 2, 40)(numbers, np.zeros_like(numbers), 1) > 0.6


@pytest.mark.parametrize("key", ["genial", "genial-3d"])
def test_todays_numbers_reach_more_alone_than_none_at_all(key):
    numbers, compare = today(key, 1), duels(key, 1, 40)
    assert compare(numbers, numbers, 1) == 0.5
    assert compare(numbers, np.zeros_like(numbers), 1) > 0.52


def test_the_command_shows_what_it_found(capsys):
    call_command("tune_bots", rules="genial-cards", generations=1, population=2, games=5)
    first, found = capsys.readouterr().out.splitlines()
    assert first.startswith("generation 1: the best so far wins ")
    assert len(eval(found)) == len(shown("genial-cards", 2, today("genial-cards", 2)))


def test_numbers_are_shown_as_the_search_has_them():
    assert shown("genial", 1, today("genial", 1)) == genial.ALONE.tolist()
    assert shown("genial", 2, today("genial", 2)) == genial.TUNED.tolist()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rules": "koepfchen"}, "the three weights of koepfchen"),
        ({"rules": "chess"}, "no such game"),
        ({"games": 0}, "--games has to be at least 1"),
    ],
)
def test_bad_wishes_get_a_sentence(options, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("tune_bots", **options)
