"""The grid game's kernel, walked against the rules step by step."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games.bots.kernels import koepfchen as kernel
from games.bots.kernels.chance import seeded
from games.engine.koepfchen.rules import PASS, Play
from games.engine.koepfchen.variants import DECK
from games.engine.registry import RULES
from tests.engine.tables import deal, result

RULE = RULES["koepfchen"]
at_every_size = pytest.mark.parametrize("seats", [2, 3, 4])


def facts(state):
    """A state in the words of the kernel's `state_data`."""
    return {
        "seat": state.seat,
        "due": state.due,
        "ended": state.ended_by is not None,
        "winner": state.winner,
        "hands": [set(hand) for hand in state.hands],
        "shown": [set(cards) for cards in state.shown],
        **{field: getattr(state, field) for field in ("pile", "grid", "scores")},
    }


def lay(s, t, action):
    """Lay a card as the engine names it; its points."""
    hand = list(s[kernel.HANDS + s[kernel.SEAT] * kernel.HAND :][: kernel.HAND])
    cells = [kernel.cell_of(t, t[slot * kernel.WIDTH + kernel.CELL]) for slot in range(s[kernel.SLOTS])]
    return kernel.play(s, t, hand.index(DECK.index(action.card)), cells.index(action.cell))


@at_every_size
@pytest.mark.parametrize("way", ["any", "most points", "longest lines"])
@pytest.mark.parametrize("game", range(12))
def test_the_kernel_plays_as_the_rules_do(seats, way, game):
    rng = random.Random(f"{seats} {way} {game}")
    state = deal(RULE, "free", seats, f"kernel {way} {game}")
    s, t = kernel.kernel_state(state)
    while not state.ended_by:
        plays = kernel.plays(s, t)
        actions = RULE.legal(state)
        assert plays.keys() == {(action.card, action.cell) for action in actions}
        assert kernel.must_pass(s, t) == (RULE.forced(state) is not None)
        if not actions:
            state = RULE.apply(state, PASS).state
            kernel.pass_on(s)
        else:
            action = chosen(way, actions, plays, rng)
            done = RULE.apply(state, action)
            state = done.state
            assert lay(s, t, action) == done.gains["points"] == plays[action.card, action.cell] % kernel.WIN
        assert kernel.state_data(s, t) == facts(state)
        state = RULE.close(state)
        kernel.close(s, t)
        assert kernel.state_data(s, t) == facts(state)
    shares = [kernel.share_of(s, t, seat) for seat in range(seats)]
    places = result(RULE, state).places
    assert [sorted(set(shares), reverse=True).index(share) for share in shares] == [
        sorted(set(places)).index(place) for place in places
    ]
    assert sum(shares) == pytest.approx((1 + seats / 2) / 2)


def chosen(way, actions, plays, rng):
    """An action: lines grow long, and hands get stuck, only if somebody wants it so."""
    if way == "any":
        return actions[rng.randrange(len(actions))]
    if way == "most points":
        return max(actions, key=lambda action: (plays[action.card, action.cell], rng.random()))
    return max(actions, key=lambda action: (abs(action.cell[0]), rng.random()))


@at_every_size
def test_a_position_from_the_middle_of_a_game_has_the_same_twin(seats):
    """Slots grow as cards are laid; made at once they must say the same."""
    rng = random.Random(seats)
    state = deal(RULE, "free", seats, "middle")
    s, t = kernel.kernel_state(state)
    for _turn in range(25):
        actions = RULE.legal(state)
        if actions:
            action = actions[rng.randrange(len(actions))]
            state = RULE.apply(state, action).state
            lay(s, t, action)
        else:
            state = RULE.apply(state, PASS).state
            kernel.pass_on(s)
        state = RULE.close(state)
        kernel.close(s, t)
        fresh_s, fresh_t = kernel.kernel_state(state)
        assert kernel.state_data(fresh_s, fresh_t) == kernel.state_data(s, t)
        assert kernel.plays(fresh_s, fresh_t) == kernel.plays(s, t)


def test_a_set_of_seven_wins_at_once():
    state = deal(RULE, "free", 2)
    row = {(x, 0): f"{colour}4" for x, colour in enumerate("ROYGBV")}
    state = replace(state, grid={**row, (6, 1): "R3"}, hands=(("T4",), ("R7",)), pile=())
    s, t = kernel.kernel_state(state)
    assert kernel.plays(s, t)["T4", (6, 0)] >= kernel.WIN
    action = Play("T4", (6, 0))
    assert lay(s, t, action) == RULE.apply(state, action).gains["points"]
    assert kernel.state_data(s, t) == facts(RULE.apply(state, action).state)
    assert kernel.share_of(s, t, 0) == 1


def test_a_grid_far_from_its_beginning_is_still_in_the_middle():
    state = deal(RULE, "free", 2)
    moved = replace(state, grid={(x + 30, y - 28): card for (x, y), card in state.grid.items()})
    plays = kernel.plays(*kernel.kernel_state(state))
    assert kernel.plays(*kernel.kernel_state(moved)) == {(c, (x + 30, y - 28)): p for (c, (x, y)), p in plays.items()}


@at_every_size
def test_dealing_anew_keeps_what_the_reader_knows(seats):
    state = deal(RULE, "free", seats, "anew")
    state = replace(state, shown=(state.hands[0][1:3], *state.shown[1:]))
    s, t = kernel.kernel_state(state)
    kernel.deal_anew(s, 1, seeded(random.Random(4)))
    data = kernel.state_data(s, t)
    assert data["shown"][0] == set(state.hands[0][1:3]) < data["hands"][0]
    assert data["hands"][0] != set(state.hands[0])
    assert data["hands"][1] == set(state.hands[1])
    cards = [*data["pile"], *data["grid"].values(), *(card for hand in data["hands"] for card in hand)]
    assert sorted(cards) == sorted(DECK)


@at_every_size
def test_the_kernel_deals_and_ends_games_of_its_own(seats):
    s, t = np.empty(kernel.LENGTH, dtype=np.int8), np.empty(kernel.NUMBERS, dtype=np.int32)
    kernel.setup(s, t, seats, seeded(random.Random(1)))
    data = kernel.state_data(s, t)
    theirs = facts(deal(RULE, "free", seats))
    assert data["grid"].keys() == theirs["grid"].keys()
    assert len(data["pile"]) == len(theirs["pile"])
    cards = [*data["pile"], *data["grid"].values(), *(card for hand in data["hands"] for card in hand)]
    assert sorted(cards) == sorted(DECK)
    assert kernel.random_games(seats, 20, seeded(random.Random(1))) > 20 * 20
