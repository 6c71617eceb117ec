"""`legal` lists exactly what `apply` accepts."""

import json

from games.engine.leaving import apply_leaving
from games.engine.rules import Refusal
from games.engine.tiles import Place
from tests.engine.facts import FACTS
from tests.engine.perft import GOLDEN, counts
from tests.engine.tables import NAMES, TABLES, at_every_table, states_of


def once(action):
    """A double lies the same either way round."""
    if isinstance(action, Place) and action.tile[0] == action.tile[1]:
        return Place(action.tile, (min(action.cells), max(action.cells)))
    return action


def accepted(rules, state, action):
    try:
        rules.apply(state, action)
    except Refusal:
        return False
    return True


@at_every_table
def test_legal_lists_exactly_what_apply_accepts(rules, mode, seats):
    *states, end = states_of(rules, mode, seats, "legal")
    ends = [end, *states_of_ended_games(rules, mode, seats)]
    for state in (states[0], states[1], states[len(states) // 2], states[-1], *ends):
        forced = rules.forced(state)
        listed = list(rules.legal(state)) if forced is None else [forced]
        assert len({once(action) for action in listed}) == len(listed)
        possible = {once(action) for action in FACTS[rules.key].everything(state) if accepted(rules, state, action)}
        assert {once(action) for action in listed} == possible


def states_of_ended_games(rules, mode, seats):
    """Ended by their last turn, or by somebody leaving."""
    yield from (list(states_of(rules, mode, seats, f"ended {number}"))[-1] for number in range(3))
    if seats < 3:
        yield apply_leaving(next(states_of(rules, mode, seats, "left")), 0, {"type": "resign"})


@at_every_table
def test_the_list_of_placements_is_a_sequence(rules, mode, seats):
    for state in list(states_of(rules, mode, seats, "sequence"))[:6]:
        actions = rules.legal(state)
        listed = list(actions)
        assert len(actions) == len(listed)
        assert [actions[i] for i in range(len(actions))] == listed
        if listed:
            assert actions[-1] == listed[-1]
            assert list(actions[1:4]) == listed[1:4]


@at_every_table
def test_small_positions_go_on_in_as_many_ways_as_ever(rules, mode, seats):
    name = NAMES[TABLES.index((rules, mode, seats))]
    assert counts(rules, mode, seats) == json.loads(GOLDEN.read_text())[name]


def test_every_table_has_its_counts():
    assert json.loads(GOLDEN.read_text()).keys() == set(NAMES)
