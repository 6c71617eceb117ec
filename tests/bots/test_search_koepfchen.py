"""The grid game's search: legal, honest, repeatable, within its budget, and wary of what it opens."""

import time
from dataclasses import replace
from random import Random

import pytest

from games.bots.bot import Budget
from games.bots.search import koepfchen as search
from games.engine.registry import RULES
from games.engine.turns import play_turn, server_turn
from tests.engine.facts import FACTS
from tests.engine.tables import deal, turn_starts

RULE = RULES["koepfchen"]
SKILLS = list(search.SETTINGS)
at_every_size = pytest.mark.parametrize("seats", [2, 3, 4])
at_every_skill = pytest.mark.parametrize("skill", SKILLS)


def ranked(state, skill="strong", nodes=200, seed=1, also=()):
    return search.rank(RULE, RULE.view(state, state.seat), Random(seed), Budget(nodes), skill, also)


@at_every_size
@at_every_skill
def test_turns_are_legal(seats, skill):
    for number, state in enumerate(turn_starts(RULE, "free", seats, f"legal {skill}")):
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
        assert ranked(state, skill) == ranked(other, skill) == ranked(state, skill)
    assert FACTS[RULE.key].hidden_dealt_anew(starts[0], 0, Random(9)).hands != starts[0].hands


@at_every_skill
def test_a_budget_of_nodes_is_kept(skill):
    for state in list(turn_starts(RULE, "free", 2, "budget"))[::6]:
        for nodes in (0, 1, 7, 100, 1000):
            assert sum(choice.nodes for choice in ranked(state, skill, nodes)) <= nodes
    assert sum(choice.nodes for choice in ranked(deal(RULE, "free", 2), "strong", 1000)) > 900


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
    action = RULE.write(state, RULE.legal(state)[-1])
    found = ranked(state, skill, also=[[action]])
    assert [choice.actions for choice in found].count([action]) == 1
    (answer,) = (choice for choice in found if choice.actions == [action])
    assert answer.nodes == max(choice.nodes for choice in found)


def test_nothing_great_is_opened_for_the_next_player():
    """A point for a set of three is not worth the four that the next player then has; greedy would take it."""
    state = deal(RULE, "free", 2, "defence")
    grid = {(-1, 0): "R4", (0, 0): "O4", (1, 0): "Y4", (1, 1): "R5", (0, 3): "B6", (0, 2): "V7", (0, 1): "T2"}
    hands = (("G4", "BA", "T3", "V2"), ("B4", "V4", "T4", "R6"))
    state = replace(state, grid=grid, hands=hands, shown=((), hands[1]), scores=(10, 10))
    best = ranked(state, "strong", 3000)[0].actions[0]
    after = play_turn(RULE, state, [best]).state
    taken = [RULE.apply(after, action).gains["points"] for action in RULE.legal(after)]
    everything = [
        max(RULE.apply(other, answer).gains["points"] for answer in RULE.legal(other))
        - RULE.apply(state, action).gains["points"]
        for action in RULE.legal(state)
        if RULE.legal(other := play_turn(RULE, state, [RULE.write(state, action)]).state)
    ]
    assert max(taken) - RULE.apply(state, RULE.read(best)).gains["points"] <= min(everything) + 1


def best_margin(state, reader):
    """The final margin under perfect play, by plain minimax on the rules."""
    if state.ended_by:
        margin = state.scores[reader] - state.scores[1 - reader]
        return margin if state.winner is None else margin + (1000 if state.winner == reader else -1000)
    turn = server_turn(RULE, state)
    if turn:
        return best_margin(turn.state, reader)
    margins = [best_margin(RULE.close(RULE.apply(state, action).state), reader) for action in RULE.legal(state)]
    return max(margins) if state.seat == reader else min(margins)


def open_ends(cards):
    """Positions late in games between two, when the pile is empty and so many cards are left."""
    for seed in range(60):
        for state in turn_starts(RULE, "free", 2, f"end {seed}"):
            if not state.pile and sum(map(len, state.hands)) == cards:
                yield state


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_end_is_searched_through(cards):
    ends = list(open_ends(cards))[:12]
    assert ends
    for state in ends:
        found = ranked(state, "strong", 2000)
        margins = [best_margin(play_turn(RULE, state, choice.actions).state, state.seat) for choice in found]
        assert len(found) == len(RULE.legal(state))
        assert margins == sorted(margins, reverse=True)
        assert [choice.worth for choice in found] == [(margin > 0) / 2 + (margin >= 0) / 2 for margin in margins]


def test_an_end_too_long_for_the_budget_is_played_out():
    state = next(open_ends(7))
    assert sum(choice.nodes for choice in ranked(state, "strong", 8)) in range(9)
    assert len(ranked(state, "strong", 8)) <= search.SETTINGS["strong"].candidates


def test_points_now_may_lose_the_end():
    """With all cards known, three points that open five lose against one that opens nothing."""
    state = deal(RULE, "free", 2, "known")
    grid = {(0, 0): "R2", (1, 0): "R3", (2, 0): "R4", (0, 1): "O6", (0, 2): "Y7"}
    state = replace(
        state, grid=grid, hands=(("R5", "T3"), ("R6", "VA")), shown=((), ("R6", "VA")), pile=(), scores=(0, 0)
    )
    best = ranked(state, "strong", 2000)[0]
    margins = {
        action: best_margin(play_turn(RULE, state, [RULE.write(state, action)]).state, 0)
        for action in RULE.legal(state)
    }
    greedy = max(RULE.legal(state), key=lambda action: RULE.apply(state, action).gains["points"])
    assert margins[RULE.read(best.actions[0])] == max(margins.values()) > margins[greedy]
