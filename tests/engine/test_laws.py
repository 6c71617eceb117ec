"""What holds in every game at every table."""

import itertools
import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import states
from games.engine.rules import Refusal
from games.engine.turns import draft, play_turn
from tests.engine.facts import FACTS
from tests.engine.strategies import a_state, json_values, near_actions, seeds
from tests.engine.tables import at_every_table, states_of

few = settings(max_examples=8, deadline=None)
some = settings(max_examples=40, deadline=None)


@at_every_table
@given(seed=seeds)
@few
def test_no_piece_is_lost_or_made(rules, mode, seats, seed):
    for state in states_of(rules, mode, seats, seed):
        assert FACTS[rules.key].pieces(state) == Counter(FACTS[rules.key].full_set(state))


@at_every_table
@given(seed=seeds)
@few
def test_markers_never_leave_their_bounds_or_go_back(rules, mode, seats, seed):
    facts = FACTS[rules.key]
    last = (facts.last or 1000) * (1 if mode == "free" else 2)
    before = None
    for state in states_of(rules, mode, seats, seed):
        scores = facts.scores(state)
        assert 0 <= min(scores) <= max(scores) <= last
        assert before is None or all(now >= was for now, was in zip(scores, before, strict=True))
        before = scores


@at_every_table
@given(seed=seeds)
@few
def test_a_random_game_ends(rules, mode, seats, seed):
    *_before, state = itertools.islice(states_of(rules, mode, seats, seed), 5000)
    assert state.ended_by
    assert state.to_act is None
    assert not rules.legal(state)


def test_cards_are_spread_over_two_neighbouring_areas_at_most():
    from games.engine.cards import RULES
    from games.engine.cards.scoring import area

    for seed in range(20):
        for state in states_of(RULES, "free", 3, seed):
            for track in state.tracks:
                areas = [area(at) for at in track]
                assert max(areas) - min(areas) <= 1


@at_every_table
@given(seed=seeds)
@few
def test_prospects_promise_what_actions_bring(rules, mode, seats, seed):
    state = a_state(rules, mode, seats, seed)
    prospects = list(rules.prospects(state))
    assert [prospect.action for prospect in prospects] == (list(rules.legal(state)) if state.due else [])
    for prospect in random.Random(seed).sample(prospects, min(50, len(prospects))):
        after = rules.apply(state, prospect.action).state
        won = after.winner == state.side
        assert prospect.value == (won, *rules.standings(after)[state.side])
        assert prospect.due == after.due or after.ended_by


# --- what is hidden ----------------------------------------------------------------------------


def as_bytes(view):
    return json.dumps(view).encode()


@at_every_table
@given(seed=seeds)
@some
def test_permuting_what_is_hidden_leaves_every_readers_view_byte_identical(rules, mode, seats, seed):
    state = a_state(rules, mode, seats, seed)
    rng = random.Random(seed)
    for reader in (None, *range(seats)):
        other = FACTS[rules.key].hidden_dealt_anew(state, reader, rng)
        assert as_bytes(rules.view(other, reader)) == as_bytes(rules.view(state, reader))


@at_every_table
def test_that_law_could_fail(rules, mode, seats):
    """Dealing the reader's own hand anew does change what they see."""
    state = next(iter(states_of(rules, mode, seats, 1)))
    others = [FACTS[rules.key].hidden_dealt_anew(state, None, random.Random(seed)) for seed in range(5)]
    assert any(as_bytes(rules.view(other, 0)) != as_bytes(rules.view(state, 0)) for other in others)


@at_every_table
@given(seed=seeds)
@some
def test_the_secret_is_in_no_view(rules, mode, seats, seed):
    state = a_state(rules, mode, seats, seed)
    for reader in (None, *range(seats)):
        seen = as_bytes(rules.view(state, reader)).decode()
        assert state.chance.key.hex() not in seen


@at_every_table
@given(seed=seeds)
@some
def test_what_is_imagined_looks_the_same(rules, mode, seats, seed):
    state = a_state(rules, mode, seats, seed)
    for reader in (None, *range(seats)):
        seen = rules.view(state, reader)
        imagined = rules.imagine(json.loads(json.dumps(seen)), random.Random(seed))
        assert rules.view(imagined, reader) == seen
        assert FACTS[rules.key].pieces(imagined) == Counter(FACTS[rules.key].full_set(imagined))


@at_every_table
@given(seed=seeds)
@some
def test_what_is_imagined_plays_the_same_for_whoever_is_to_move(rules, mode, seats, seed):
    state = a_state(rules, mode, seats, seed)
    imagined = rules.imagine(rules.view(state, state.seat), random.Random(seed))
    assert list(rules.legal(imagined)) == list(rules.legal(state))
    for action in list(rules.legal(state))[:20]:
        mine, theirs = rules.apply(state, action), rules.apply(imagined, action)
        assert (mine.gains, mine.why) == (theirs.gains, theirs.why)


@at_every_table
@given(seed=seeds)
@few
def test_nothing_is_drawn_before_a_turn_is_closed(rules, mode, seats, seed):
    facts = FACTS[rules.key]
    stock = chance = n = None
    for state in states_of(rules, mode, seats, seed):
        if state.n == n:
            assert state.chance == chance
            assert getattr(state, facts.stock) == stock
        stock, chance, n = getattr(state, facts.stock), state.chance, state.n


# --- storing -----------------------------------------------------------------------------------


@at_every_table
@given(seed=seeds)
@some
def test_a_stored_state_is_the_same_state(rules, mode, seats, seed):
    state = a_state(rules, mode, seats, seed)
    stored = states.dump(rules, state)
    loaded = states.load(stored)
    assert loaded == state
    assert states.dump(rules, loaded) == stored
    for action in list(rules.legal(state))[:5]:
        assert rules.apply(loaded, action) == rules.apply(state, action)


@pytest.mark.parametrize("text", ["[]", "{}", '{"format":"genial-state/0"}'])
def test_a_state_of_another_version_is_refused(text):
    with pytest.raises(states.UnknownFormat):
        states.load(text)


@at_every_table
def test_a_stored_state_is_small(rules, mode, seats):
    sizes = [len(states.dump(rules, state)) for state in states_of(rules, mode, seats, 3)]
    assert max(sizes) < 6000


# --- nonsense ----------------------------------------------------------------------------------


@at_every_table
@given(seed=seeds, actions=st.lists(near_actions | json_values, max_size=3) | json_values)
@some
def test_nonsense_is_refused_in_a_sentence(rules, mode, seats, seed, actions):
    state = a_state(rules, mode, seats, seed % 5)
    before = states.dump(rules, state)
    for play in (draft, play_turn):
        refused = refusal_of(play, rules, state, actions)
        assert refused is None or refused.code in CODES
        assert refused is None or str(refused).endswith(".")
    assert states.dump(rules, state) == before


CODES = {"malformed", "illegal", "turn_incomplete", "turn_over", "game_over"}


def refusal_of(play, rules, state, actions):
    try:
        play(rules, state, actions)
    except Refusal as refusal:
        return refusal
    return None


@at_every_table
@pytest.mark.parametrize(
    "actions",
    [
        None,
        {},
        "place",
        [None],
        [[]],
        [{}],
        [{"type": None}],
        [{"type": []}],
        [{"type": "place"}],
        [{"type": "place", "tile": "RB", "cells": [[0, 0]]}],
        [{"type": "place", "tile": "RB", "cells": [[True, False], [0, 0]]}],
        [{"type": "place", "tile": "RB", "cells": [[0.0, 0], [1, 0]]}],
        [{"type": "place", "tile": "RB", "cells": [[10**30, 0], [1, 0]]}],
        [{"type": "place", "tile": "RX", "cells": [[0, 0], [1, 0]]}],
        [{"type": "place", "tile": ["R", "B"], "cells": [[0, 0], [1, 0]]}],
        [{"type": "play", "card": "RR"}],
        [{"type": "play", "card": {"R": 7}, "cell": [0, 0]}],
        [{"type": "play", "card": "R8", "cell": [0, 0]}],
        [{"type": "resign"}],
        [{"type": "timeout"}],
    ],
)
def test_malformed_actions_are_called_so(rules, mode, seats, actions):
    state = next(iter(states_of(rules, mode, seats, 0)))
    with pytest.raises(Refusal) as refused:
        play_turn(rules, state, actions)
    assert refused.value.code == "malformed"
