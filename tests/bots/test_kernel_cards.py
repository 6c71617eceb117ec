"""The card game's kernel, walked against the rules step by step."""

import random

import numpy as np
import pytest

from games.bots.kernels import cards as kernel
from games.bots.kernels.chance import seeded
from games.engine.cards.variants import DECK
from games.engine.registry import RULES
from games.engine.swapping import SWAP
from tests.engine.tables import deal, result

RULE = RULES["genial-cards"]
at_every_size = pytest.mark.parametrize("seats", [2, 3, 4])


def facts(state):
    """A state in the words of the kernel's `state_data`."""
    return {
        "seat": state.seat,
        "due": state.due,
        "ended": state.ended_by is not None,
        "winner": state.winner,
        **{field: getattr(state, field) for field in ("hands", "open", "pile", "discard", "tracks")},
    }


def legal_plays(s):
    return {kernel.card_name(kind, turned) for kind in hand(s) for turned in (0, 1)} if s[kernel.DUE] else set()


def hand(s):
    start = kernel.HANDS + s[kernel.SEAT] * kernel.HAND
    return s[start : start + s[kernel.SIZES + s[kernel.SEAT]]]


@at_every_size
@pytest.mark.parametrize("game", range(40))
def test_the_kernel_plays_as_the_rules_do(seats, game):
    rng = random.Random(f"{seats} {game}")
    chance = seeded(rng)
    state = deal(RULE, "free", seats, f"kernel {game}")
    s = kernel.kernel_state(state)
    while not state.ended_by:
        while state.due:
            actions = RULE.legal(state)
            assert legal_plays(s) == {action.card for action in actions}
            assert not kernel.may_swap(s)
            action = actions[rng.randrange(len(actions))]
            done = RULE.apply(state, action)
            state = done.state
            turned = int(action.card not in kernel.KINDS)
            moved = kernel.play(s, kernel.KINDS.index(action.card[::-1] if turned else action.card), turned)
            assert [moved % 16, moved // 16] == list(done.gains.values())
            assert kernel.state_data(s) == facts(state)
        assert kernel.may_swap(s) == bool(RULE.legal(state))
        if kernel.may_swap(s) and rng.random() < 0.8:
            state = RULE.apply(state, SWAP).state
            s[kernel.SWAPPING] = 1
        used = state.chance.used
        state = RULE.close(state)
        kernel.close(s, chance)
        if state.chance.used > used:
            take_over(s, state)
        assert kernel.state_data(s) == facts(state)
    shares = [kernel.share_of(s, seat) for seat in range(seats)]
    places = result(RULE, state).places
    assert [sorted(set(shares), reverse=True).index(share) for share in shares] == [
        sorted(set(places)).index(place) for place in places
    ]
    assert sum(shares) == pytest.approx((1 + seats / 2) / 2)


def take_over(s, state):
    """After a reshuffle the two differ in what chance decided, and in nothing else."""
    ours, theirs = kernel.state_data(s), facts(state)
    hidden = ("pile", "hands")
    assert {k: v for k, v in ours.items() if k not in hidden} == {k: v for k, v in theirs.items() if k not in hidden}
    assert [len(h) for h in ours["hands"]] == [len(h) for h in theirs["hands"]]
    pool = lambda d: sorted([*d["pile"], *(card for h in d["hands"] for card in h)])  # noqa: E731
    assert pool(ours) == pool(theirs)
    s[:] = kernel.kernel_state(state)


@at_every_size
def test_dealing_anew_keeps_what_the_reader_knows(seats):
    state = deal(RULE, "free", seats, "anew")
    s = kernel.kernel_state(state)
    before = kernel.state_data(s)
    kernel.deal_anew(s, 1, seeded(random.Random(4)))
    after = kernel.state_data(s)
    assert after["hands"][1] == before["hands"][1]
    assert after["hands"][0] != before["hands"][0]
    assert {k: v for k, v in after.items() if k not in ("hands", "pile")} == {
        k: v for k, v in before.items() if k not in ("hands", "pile")
    }
    assert sorted([*after["pile"], *(c for h in after["hands"] for c in h)]) == sorted(
        [*before["pile"], *(c for h in before["hands"] for c in h)]
    )


@at_every_size
def test_the_kernel_deals_and_ends_games_of_its_own(seats):
    s = np.empty(kernel.LENGTH, dtype=np.int8)
    kernel.setup(s, seats, seeded(random.Random(1)))
    data = kernel.state_data(s)
    cards = [*data["pile"], *(c for row in (*data["hands"], *data["open"]) for c in row)]
    assert sorted(cards) == sorted(DECK)
    again = kernel.kernel_state(deal(RULE, "free", seats))
    assert [s[kernel.IN_PILE], s[kernel.ROWS]] == [again[kernel.IN_PILE], again[kernel.ROWS]]
    shown = sum(colour in card for row in data["open"] for card in row for colour in "RGBOYV")
    assert s[kernel.SHOWN : kernel.SHOWN + 6].sum() == shown
    assert kernel.random_games(seats, 20, seeded(random.Random(1))) > 20 * 10
