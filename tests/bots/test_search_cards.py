"""The card game's search: whole legal turns, honest, repeatable, within its budget, and a ladder of strengths."""

import time
from dataclasses import replace
from random import Random

import pytest

from games.bots.bot import Budget
from games.bots.search import cards as search
from games.engine.registry import RULES
from games.engine.turns import play_turn
from tests.engine.facts import FACTS
from tests.engine.tables import deal, turn_starts

RULE = RULES["genial-cards"]
SKILLS = list(search.SETTINGS)
at_every_size = pytest.mark.parametrize("seats", [2, 3, 4])
at_every_skill = pytest.mark.parametrize("skill", SKILLS)


def ranked(state, skill="strong", nodes=200, seed=1, also=()):
    return search.rank(RULE, RULE.view(state, state.seat), Random(seed), Budget(nodes), skill, also)


def with_hand(state, hand, **fields):
    return replace(state, hands=(tuple(hand), *state.hands[1:]), **fields)


@at_every_size
@at_every_skill
def test_turns_are_whole_and_legal(seats, skill):
    for number, state in enumerate(turn_starts(RULE, "free", seats, f"whole {skill}")):
        choices = ranked(state, skill, nodes=60, seed=number)
        assert choices
        for choice in choices:
            play_turn(RULE, state, choice.actions)
            assert 0 <= choice.worth <= 1


@at_every_size
@at_every_skill
def test_the_same_view_and_seed_give_the_same_ranking_whatever_is_hidden(seats, skill):
    starts = list(turn_starts(RULE, "free", seats, "honest"))
    for state in starts[:: max(1, len(starts) // 6)]:
        other = FACTS[RULE.key].hidden_dealt_anew(state, state.seat, Random(9))
        assert other.hands != state.hands
        assert ranked(state, skill) == ranked(other, skill) == ranked(state, skill)


@at_every_skill
def test_a_budget_of_nodes_is_kept(skill):
    state = deal(RULE, "free", 2, "budget")
    for nodes in (0, 1, 7, 100, 1000):
        assert sum(choice.nodes for choice in ranked(state, skill, nodes)) <= nodes
    assert sum(choice.nodes for choice in ranked(state, "strong", 1000)) > 900


def test_a_budget_of_seconds_is_kept():
    search.warm()
    state = deal(RULE, "free", 4, "budget")
    began = time.monotonic()
    choices = search.rank(RULE, RULE.view(state, 0), Random(1), Budget(None, 0.2), "strong")
    assert time.monotonic() - began < 0.5
    assert sum(choice.nodes for choice in choices) > 50


@at_every_skill
def test_a_turn_asked_for_is_among_the_answers(skill):
    state = deal(RULE, "free", 3, "asked")
    worst = ranked(state, nodes=2000)[-1].actions
    found = ranked(state, skill, also=[worst])
    assert [choice.actions for choice in found].count(worst) == 1
    (answer,) = (choice for choice in found if choice.actions is worst)
    assert answer.nodes == max(choice.nodes for choice in found)


def test_the_order_of_symbols_is_chosen():
    """Yellow must leave column 0 before violet may enter the next area."""
    state = deal(RULE, "free", 2, "order")
    state = with_hand(
        state,
        ["YV", "RG", "RG", "RG", "RG", "BO"],
        open=(("YV", "BV"), ("YV", "RB")),
        tracks=((3, 3, 3, 3, 0, 3), (2,) * 6),
    )
    assert ranked(state, "strong", 3000)[0].actions[0]["card"] == "YV"


@pytest.mark.parametrize("skill", ["steady", "sharp", "strong"])
def test_a_win_at_hand_is_taken(skill):
    state = deal(RULE, "free", 2, "win")
    state = with_hand(
        state,
        ["RG", "BO", "RB", "YV", "GO", "BV"],
        open=(("RO", "BY"), ("RV", "GO")),
        tracks=((6, 6, 9, 9, 9, 9), (6,) * 6),
    )
    best = ranked(state, skill, 300)[0]
    assert best.actions[0]["card"] in ("RG", "GR")
    assert play_turn(RULE, state, best.actions).state.winner == 0
    if search.SETTINGS[skill].searches:
        assert best.worth == 1


def test_a_bonus_play_belongs_to_the_turn():
    state = deal(RULE, "free", 2, "bonus")
    state = with_hand(
        state,
        ["RG", "BO", "RB", "YV", "GO", "BV"],
        open=(("RO", "BY"), ("RV", "GO")),
        tracks=((9, 6, 6, 6, 6, 6), (6,) * 6),
    )
    best = ranked(state, "strong", 2000)[0]
    assert len(best.actions) >= 2
    assert play_turn(RULE, state, best.actions)


def test_a_useless_hand_is_swapped():
    state = deal(RULE, "free", 2, "swap")
    state = with_hand(
        state,
        ["RG", "RG", "RB", "RB", "GB", "GB"],
        open=(("RG", "RG"), ("RB", "RB")),
        tracks=((3, 3, 3, 0, 0, 0), (2,) * 6),
    )
    assert ranked(state, "strong", 3000)[0].actions[-1] == {"type": "swap"}


def test_gentle_overlooks_cards_but_plays_no_nonsense():
    """It misses the best turn now and then; what it does play is the best of what it saw."""
    state = deal(RULE, "free", 2, "gentle")
    firsts = [ranked(state, "gentle", 0, seed)[0].actions for seed in range(60)]
    assert len({str(actions) for actions in firsts}) > 1
    steps = [sum(play_turn(RULE, state, actions).gains[0].values()) for actions in firsts]
    possible = [sum(RULE.apply(state, action).gains.values()) for action in RULE.legal(state)]
    assert sum(steps) / len(steps) > sum(possible) / len(possible)
