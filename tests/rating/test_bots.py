"""Bots of known strength, rated from scratch, come out in the right order with room between them."""

import json

import pytest

from tests.bench.ratings import GOLDEN, are_apart, played, rated

KEPT = json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("rules", KEPT)
def test_bots_of_known_strength_stand_apart_after_300_games(rules):
    """What they played is kept, as it takes half a minute: `python -m tests.bench.ratings` plays it anew."""
    bots, results = KEPT[rules]["bots"], KEPT[rules]["results"]
    assert len(results) == 300
    ratings = rated(results)
    assert sorted(ratings, key=lambda bot: ratings[bot].rating) == bots
    assert are_apart([ratings[bot] for bot in bots])
    assert not any(ratings[bot].provisional for bot in bots)


def test_a_bot_that_takes_what_it_can_get_leaves_one_that_plays_anything_behind():
    ratings = rated(list(played("koepfchen", ["random", "greedy"], 2, 40, "quick")))
    assert are_apart([ratings["random"], ratings["greedy"]])
