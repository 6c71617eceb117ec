"""`legal` lists exactly what `apply` accepts."""

import json

from games.engine.cards.rules import Play as PlayCard
from games.engine.koepfchen.rules import Play as PlayAt
from games.engine.koepfchen.variants import DECK
from games.engine.rules import Refusal
from games.engine.swapping import SWAP
from games.engine.tiles import Place
from games.engine.tracks import pair_kinds
from tests.engine.perft import GOLDEN, counts
from tests.engine.tables import NAMES, TABLES, at_every_table, states_of


def everything(rules, state):
    """Every action that could be meant at all, whether it is allowed or not."""
    if rules.key == "koepfchen":
        around = [(x, y) for x in range(-9, 10) for y in range(-9, 10)]
        return [PlayAt(card, cell) for card in DECK for cell in around]
    if rules.key == "genial-cards":
        kinds = pair_kinds(1, 0)
        return [SWAP, *map(PlayCard, kinds), *(PlayCard(kind[::-1]) for kind in kinds)]
    cells = state.grid.cells
    strangers = [kind for kind in pair_kinds(1, 1) if kind not in state.rack][:1]
    tiles = [*dict.fromkeys(state.rack), *strangers]
    return [SWAP, *(Place(tile, (a, b)) for tile in tiles for a in cells for b in cells)]


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
    states = [state for state in states_of(rules, mode, seats, "legal") if not state.ended_by]
    for state in (states[0], states[1], states[len(states) // 2], states[-1]):
        listed = list(rules.legal(state))
        assert len({once(action) for action in listed}) == len(listed)
        possible = {once(action) for action in everything(rules, state) if accepted(rules, state, action)}
        assert {once(action) for action in listed} == possible


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
    golden = json.loads(GOLDEN.read_text())
    assert golden.keys() == set(NAMES)
    name = NAMES[TABLES.index((rules, mode, seats))]
    assert counts(rules, mode, seats) == golden[name]
