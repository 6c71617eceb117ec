"""The card game, rule by rule. Examples of the rulebooks (2022 German, 2008 Dutch) say so."""

from dataclasses import replace

import pytest

from games.engine.cards import RULES
from games.engine.cards.rules import Play
from games.engine.cards.scoring import farthest
from games.engine.rules import Illegal, TurnIncomplete, TurnOver
from games.engine.swapping import SWAP
from games.engine.turns import play_turn
from tests.engine.boards import with_track
from tests.engine.tables import deal, result


def table(hand, open_cards, *, seats=3, **markers):
    """A position with this hand on seat 0 and these open cards, one row a seat."""
    state = deal(RULES, "free", seats)
    state = replace(state, hands=(tuple(hand), *state.hands[1:]), open=tuple(tuple(row) for row in open_cards))
    return with_track(state, **markers)


def test_rulebook_example_of_matches():
    """Open cards with two yellow and one blue: yellow goes from 1 to 3, blue from 0 to 1."""
    state = table(["BY", "RO"], [["RY"], ["OY"], ["BV"]], R=1, G=1, B=0, O=1, Y=1, V=1)
    step = RULES.apply(state, Play("YB"))
    assert step.gains == {"Y": 2, "B": 1}
    assert step.state.tracks[0] == (1, 1, 1, 1, 3, 1)


def test_rulebook_example_of_areas():
    """With blue in the second area violet at 5 stops at 6, red at 2 goes on to 4."""
    state = table(["RV", "GO"], [["RV"], ["RV"], ["GO"]], R=2, G=4, B=2, O=4, Y=4, V=5)
    step = RULES.apply(state, Play("RV"))
    assert step.gains == {"R": 2, "V": 1}
    assert step.why == (
        {"colour": "R", "matches": [{"seat": 0, "card": "RV"}, {"seat": 1, "card": "RV"}], "moved": 2},
        {"colour": "V", "matches": [{"seat": 0, "card": "RV"}, {"seat": 1, "card": "RV"}], "moved": 1},
    )


def test_the_order_of_the_symbols_matters():
    """The last marker to leave its area opens the next one for the other symbol."""
    state = table(["BY", "RO"], [["BY"], ["BY"], ["GV"]], R=3, G=3, B=0, O=3, Y=3, V=3)
    assert RULES.apply(state, Play("BY")).gains == {"B": 2, "Y": 2}
    assert RULES.apply(state, Play("YB")).gains == {"Y": 0, "B": 2}


@pytest.mark.parametrize(
    ("others", "last"),
    [(0, 3), (1, 6), (3, 6), (4, 10), (6, 10), (7, 10), (10, 10)],
)
def test_a_marker_may_enter_an_area_once_all_others_are_in_the_one_below(others, last):
    assert farthest((others, 9, others, 9, 9, 0), marker=5) == last


def test_open_cards_of_ones_own_count_too_and_the_played_one_does_not():
    state = table(["RG", "BO"], [["RG"], ["BO"], ["YV"]])
    assert RULES.apply(state, Play("RG")).gains == {"R": 1, "G": 1}


def test_the_oldest_open_card_goes_and_the_hand_is_refilled():
    state = table(["RG", "BO", "BY", "GV", "OV", "YV"], [["RB"], ["BO"], ["YV"]])
    after = play_turn(RULES, state, [{"type": "play", "card": "GR"}]).state
    assert after.open[0] == ("RG",)
    assert after.discard == ("RB",)
    assert after.hands[0] == ("BO", "BY", "GV", "OV", "YV", state.pile[0])
    assert after.seat == 1


def test_two_players_have_two_open_cards_each():
    state = table(["RG", "BO"], [["RB", "RO"], ["RY", "RV"]], seats=2)
    step = RULES.apply(state, Play("RG"))
    assert step.gains == {"R": 3, "G": 0}  # four matches, but the first area ends at 3
    assert len(step.why[0]["matches"]) == 4
    assert step.state.open[0] == ("RO", "RG")
    assert step.state.discard == ("RB",)


def test_a_marker_that_arrives_at_10_earns_one_more_play():
    state = table(["RG", "RO", "BO"], [["RG"], ["BO"], ["YV"]], R=9, G=7, B=6, O=7, Y=7, V=7)
    with pytest.raises(TurnIncomplete, match="Bonus move left"):
        play_turn(RULES, state, [{"type": "play", "card": "RG"}])
    turn = play_turn(RULES, state, [{"type": "play", "card": "RG"}, {"type": "play", "card": "RO"}])
    # The bonus card meets the card just played, the oldest being discarded before it.
    assert turn.gains == ({"R": 1, "G": 1}, {"R": 0, "O": 1})
    assert turn.state.discard == ("RG", "RG")
    with pytest.raises(TurnOver):
        play_turn(RULES, state, [{"type": "play", "card": card} for card in ("RG", "RO", "BO")])


def test_a_bonus_play_lapses_with_an_empty_hand():
    state = table(["RG"], [["RG"], ["BO"], ["YV"]], R=9, G=7, B=6, O=7, Y=7, V=7)
    assert RULES.apply(state, Play("RG")).state.due == 0


def test_a_swap_needs_a_hand_without_the_lowest_colour():
    state = table(["RG", "BO"], [["RG"], ["BO"], ["YV"]], R=3, G=3, B=3, O=2, Y=3, V=3)
    after = RULES.apply(state, Play("RG")).state
    with pytest.raises(Illegal, match="You still hold a card with orange, your lowest colour"):
        RULES.apply(after, SWAP)


def test_a_swapped_hand_is_shown_and_discarded_in_its_order():
    state = table(["RG", "BO", "BY"], [["RG"], ["BO"], ["YV"]], R=3, G=3, B=3, O=3, Y=3, V=2)
    turn = play_turn(RULES, state, [{"type": "play", "card": "RG"}, {"type": "swap"}])
    assert turn.actions[1] == {"type": "swap", "shown": ["BO", "BY"]}
    assert turn.state.discard == ("RG", "BO", "BY")
    assert turn.state.hands[0] == state.pile[:6]


def test_as_soon_as_the_pile_is_used_up_the_discards_become_the_new_one():
    state = table(["RG", "BO", "BY", "GV", "OV", "YV"], [["RB"], ["BO"], ["YV"]])
    state = replace(state, pile=("GO",), discard=("RY", "RV"))
    after = play_turn(RULES, state, [{"type": "play", "card": "RG"}]).state
    assert after.hands[0][-1] == "GO"
    assert after.pile == state.chance.shuffle(("RY", "RV", "RB"))[0]
    assert after.discard == ()


def test_a_draw_goes_on_from_the_new_pile():
    state = table(["RG", "BO", "BY"], [["RG"], ["BO"], ["YV"]], R=3, G=3, B=3, O=3, Y=3, V=2)
    state = replace(state, pile=("GO", "GY"), discard=("RY", "RV", "RO", "RB"))
    after = play_turn(RULES, state, [{"type": "play", "card": "RG"}, {"type": "swap"}]).state
    new_pile, _chance = state.chance.shuffle(("RY", "RV", "RO", "RB", "RG", "BO", "BY"))
    assert after.hands[0] == ("GO", "GY", *new_pile[:4])
    assert after.pile == new_pile[4:]


def test_all_six_markers_at_7_win_at_once_in_the_middle_of_a_turn_too():
    state = table(["RG", "RO"], [["RG"], ["BO"], ["YV"]], R=9, G=6, B=7, O=7, Y=7, V=7)
    step = RULES.apply(state, Play("RG"))
    assert (step.state.ended_by, step.state.winner, step.state.due) == ("instant", 0, 0)


def test_rulebook_ranking_behind_the_winner():
    """Lowest 5, then 6, then 7 beats 5, 6, 6; a lowest of 4 is last."""
    tracks = ((4, 6, 6, 6, 6, 6), (5, 6, 7, 7, 7, 7), (7, 8, 8, 7, 9, 7), (6, 5, 6, 7, 7, 9))
    state = replace(deal(RULES, "free", 4), tracks=tracks, ended_by="instant", winner=2)
    ended = result(RULES, state)
    assert ended.places == (4, 2, 1, 3)
    assert ended.data()["points"] == [4, 5, 7, 5]


def test_the_cards():
    state = deal(RULES, "free", 4)
    cards = [card for row in (*state.hands, *state.open, state.pile) for card in row]
    assert len(cards) == 60
    assert all(cards.count(card) == 4 for card in cards)
    assert {len(hand) for hand in state.hands} == {6}
