"""What holds for the searches of both board games at every table."""

import random
from typing import Any

import pytest

from games.bots.bot import Budget, Skill
from games.bots.drifter import any_turn
from games.bots.search import genial, genial3d
from games.engine.registry import RULES
from games.engine.turns import play_turn
from tests.engine.tables import turn_starts

SEARCHES = {"genial": genial, "genial-3d": genial3d}
SKILLS: list[Skill] = ["gentle", "steady", "sharp", "strong"]
TABLES = [
    (key, mode, seats) for key in SEARCHES for mode, variant in RULES[key].variants.items() for seats in variant.seats
]


def positions(key: str, mode: str, seats: int) -> list[Any]:
    """Some positions of a random game, the first and the last among them."""
    found = list(turn_starts(RULES[key], mode, seats, "search"))
    return [found[0], *found[len(found) // 2 :: 7], found[-1]]


@pytest.mark.parametrize(("key", "mode", "seats"), TABLES)
@pytest.mark.parametrize("skill", SKILLS)
def test_every_turn_that_a_search_offers_is_legal(key: str, mode: str, seats: int, skill: Skill) -> None:
    rules = RULES[key]
    for state in positions(key, mode, seats):
        seen = rules.view(state, state.seat)
        choices = SEARCHES[key].rank(rules, seen, random.Random(1), Budget(200), skill)
        assert choices
        for choice in choices:
            play_turn(rules, state, choice.actions)
            assert 0 <= choice.worth <= (54 if mode == "solo" else 1)
            assert choice.nodes > 0


@pytest.mark.parametrize("key", SEARCHES)
def test_the_same_view_seed_and_nodes_give_the_same_turns(key: str) -> None:
    rules = RULES[key]
    state = positions(key, "free", 2)[1]
    seen = rules.view(state, state.seat)
    first, again = (SEARCHES[key].rank(rules, seen, random.Random(7), Budget(2_000), "strong") for _ in range(2))
    assert first == again


@pytest.mark.parametrize("key", SEARCHES)
def test_more_nodes_are_spent_when_more_are_given(key: str) -> None:
    rules = RULES[key]
    state = positions(key, "free", 2)[1]
    seen = rules.view(state, state.seat)

    def spent(nodes: int) -> int:
        choices = SEARCHES[key].rank(rules, seen, random.Random(7), Budget(nodes), "strong")
        return sum(choice.nodes for choice in choices)

    assert spent(20_000) > 2 * spent(5_000)


@pytest.mark.parametrize(("key", "mode", "seats"), TABLES)
def test_a_turn_that_is_asked_for_gets_its_worth(key: str, mode: str, seats: int) -> None:
    rules = RULES[key]
    state = positions(key, mode, seats)[1]
    (poor,) = play_turn(rules, state, any_turn(rules, rules.view(state, state.seat), random.Random(3))).actions[:1]
    asked = [{**poor, "tile": poor["tile"][::-1], "cells": poor["cells"][::-1]}]
    seen = rules.view(state, state.seat)
    choices = SEARCHES[key].rank(rules, seen, random.Random(7), Budget(5_000), "strong", [asked])
    (choice,) = [choice for choice in choices if choice.actions == asked]
    assert choice.nodes >= max(choice.nodes for choice in choices)


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key in SEARCHES for seats in (2, 4)])
def test_a_search_keeps_near_its_nodes_from_the_opening_to_the_end(key: str, seats: int) -> None:
    rules = RULES[key]
    for state in [*positions(key, "free", seats), *turn_starts(rules, "free", seats, "narrow")][:40]:
        choices = SEARCHES[key].rank(rules, rules.view(state, state.seat), random.Random(5), Budget(200), "strong")
        assert sum(choice.nodes for choice in choices) < 300_000
