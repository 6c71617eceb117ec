"""Turns as people write them, in both directions."""

import pytest

from games.engine.notation import SPELLINGS, read_turn, write_turn
from games.engine.registry import RULES
from games.engine.rules import Malformed

from .tables import at_every_table, turn_starts

SMALL = {"radius": 5}
RED_BLUE = {"type": "place", "tile": "RB", "cells": [[0, 0], [0, 1]]}


def test_every_game_has_a_spelling():
    assert SPELLINGS.keys() == RULES.keys()


@at_every_table
def test_what_may_be_played_is_written_and_read_again(rules, mode, seats):
    for number, state in enumerate(turn_starts(rules, mode, seats, "notation")):
        if number % 7:
            continue
        seen = rules.view(state, state.seat)
        actions = rules.legal(state)
        chosen = [actions[at] for at in range(0, len(actions), max(1, len(actions) // 25))]
        for action in chosen:
            written = write_turn(rules.key, seen, [rules.write(state, action)])
            assert [rules.read(data) for data in read_turn(rules.key, seen, written)] == [action]


@pytest.mark.parametrize("text", ["RB f6 g6", "rb f6 g6", "RBf6g6", "  Rb  F6-G6 ", "RB f6, g6", "RB: f6 g6"])
def test_a_placement_may_be_spelled_freely(text):
    assert read_turn("genial", SMALL, text) == [RED_BLUE]


def test_the_first_letter_lies_on_the_first_cell():
    [action] = read_turn("genial", SMALL, "BR f6 g6")
    assert RULES["genial"].read(action) == RULES["genial"].read({**RED_BLUE, "cells": RED_BLUE["cells"][::-1]})


def test_actions_are_parted_by_semicolons():
    actions = read_turn("genial", SMALL, "RB f6 g6; ;GG a1 a2;SWAP;")
    assert [action["type"] for action in actions] == ["place", "place", "swap"]
    assert write_turn("genial", SMALL, actions) == "RB f6 g6; GG a1 a2; swap"


@pytest.mark.parametrize(
    ("text", "card", "cell"),
    [("R7 2,0", "R7", [2, 0]), ("ya -1, -2", "YA", [-1, -2]), ("t2 (0,−3)", "T2", [0, -3]), ("R72,0", "R7", [2, 0])],
)
def test_a_card_and_its_cell_may_be_spelled_freely(text, card, cell):
    assert read_turn("koepfchen", {}, text) == [{"type": "play", "card": card, "cell": cell}]


def test_the_order_of_a_cards_letters_is_kept():
    assert [action["card"] for action in read_turn("genial-cards", {}, "yb; BY; o v")] == ["YB", "BY", "OV"]


@pytest.mark.parametrize("kind", ["pass", "resign", "timeout"])
def test_what_the_server_logs_is_called_by_its_type(kind):
    assert write_turn("koepfchen", {}, [{"type": kind}]) == kind
    with pytest.raises(Malformed):
        read_turn("koepfchen", {}, kind)


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("genial", "RB", "Write a tile and its two cells, such as RB f6 g6"),
        ("genial", "RB f6 g6 h6", "Write a tile and its two cells"),
        ("genial", "RB f6 z9", "There is no cell z9 on this board."),
        ("genial-3d", "RB a0 a1", "There is no cell a0 on this board."),
        ("genial-cards", "RBG", "Write a card as its two colours, such as YB"),
        ("koepfchen", "R9 1,1", "Write a card and its cell, such as R7 2,0"),
        ("koepfchen", "R7", "Write a card and its cell"),
        ("koepfchen", "R7 ٣,0", "Write a card and its cell"),
    ],
)
def test_what_cannot_be_read_gets_a_helpful_sentence(key, text, sentence):
    with pytest.raises(Malformed) as refused:
        read_turn(key, SMALL, text)
    assert str(refused.value).startswith(sentence)
