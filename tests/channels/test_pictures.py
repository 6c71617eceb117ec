"""Pictures of positions: small enough for a mail however much lies on the board, and told in words."""

import struct

import pytest

from games.channels.pictures import MOST_BYTES, as_png, picture_of, since_own_turn
from games.drawing.snapshots import WIDTH, snapshot
from games.engine.registry import RULES
from tests.engine.tables import turn_starts
from tests.tables import bystander, mover, open_table, people, person, play_on, running_game


@pytest.mark.parametrize("key", RULES)
def test_a_full_board_is_still_small_and_sharp(key):
    rules = RULES[key]
    *_before, state = turn_starts(rules, "free", 4, 3)
    png = as_png(snapshot(key, rules.view(state, 0), []).svg)
    width, _height = struct.unpack(">II", png[16:24])
    assert len(png) <= MOST_BYTES
    assert width >= 2 * WIDTH


def move(n, seat, kind="place"):
    return {"n": n, "seat": seat, "actions": [{"type": kind}]}


@pytest.mark.parametrize(
    ("moves", "seat", "marked"),
    [
        ([move(4, 0), move(5, 1), move(6, 2)], 0, [5, 6]),
        ([move(4, 1), move(5, 2), move(6, 0)], 0, [6]),  # nobody has answered yet
        ([move(4, 0), move(5, 1), move(6, 2)], None, [4, 5, 6]),
        ([move(4, 0), move(5, 1, "pass"), move(6, 2, "timeout")], 0, [4]),
        ([], 0, []),
    ],
)
def test_what_was_laid_since_the_own_turn_is_marked(moves, seat, marked):
    assert [found["n"] for found in since_own_turn(moves, seat)] == marked


@pytest.mark.django_db
@pytest.mark.parametrize("rules", RULES)
def test_a_picture_is_told_in_words_with_the_reader_first(rules):
    game = play_on(running_game(*people("ada", "bob"), rules=rules), turns=7)
    found = picture_of(game.pk, mover(game))
    assert found
    assert found.words.startswith(f"After turn 7. {bystander(game)}: ")
    assert "You have: " in found.words
    assert found.standings[0].startswith("you · ")
    assert found.standings[1].startswith(f"{bystander(game)} · ")
    caption = f"Open cards from the left: {bystander(game)}, you." if rules == "genial-cards" else ""
    assert found.caption == caption


@pytest.mark.django_db
def test_partners_share_a_line():
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", order="fixed")
    found = picture_of(game.pk, mover(game))
    assert found
    assert [line.partition(" · ")[0] for line in found.standings] == ["you, cy", "bob, dot"]


@pytest.mark.django_db
def test_there_is_nothing_to_see_before_the_start_nor_for_strangers():
    ada, bob = people("ada", "bob")
    assert picture_of(open_table(ada, {"open": True}).pk, ada) is None
    game = running_game(ada, bob, public=False)
    assert picture_of(game.pk, person("eve")) is None
    assert picture_of(game.pk, ada)
