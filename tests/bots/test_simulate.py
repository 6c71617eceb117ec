"""`manage.py simulate`: bots against bots without the site."""

import json
import random

import pytest
from django.core.management import CommandError, call_command

from games.bots.greedy import best_from
from games.bots.registry import BOTS
from games.bots.simulation import simulate
from games.engine.record import read_record
from games.engine.registry import RULES
from games.engine.verify import verify
from tests.engine.boards import board_with, place, with_track
from tests.engine.facts import FACTS
from tests.engine.tables import at_every_table, turn_starts


def records(capsys, **options):
    call_command("simulate", **options)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@at_every_table
def test_every_table_can_be_simulated(rules, mode, seats, capsys):
    found = records(capsys, rules=rules.key, mode=mode, seats=seats, bots="random", games=2, seed="s")
    assert len(found) == 2
    for data in found:
        verify(read_record(data))


def test_without_wishes_two_random_bots_play_the_board_game(capsys):
    (data,) = records(capsys)
    assert (data["rules"], data["mode"], len(data["seats"])) == ("genial", "free", 2)


def test_a_mode_has_its_own_number_of_seats(capsys):
    (data,) = records(capsys, mode="team")
    assert len(data["seats"]) == 4


def test_the_same_seed_gives_the_same_records(capsys):
    options = {"rules": "genial-cards", "seats": 2, "bots": "greedy,random", "games": 3}
    first = records(capsys, **options, seed="a")
    assert records(capsys, **options, seed="a") == first
    assert records(capsys, **options, seed="b") != first


def test_bots_join_in_the_order_named_and_bring_their_name_as_seed(capsys):
    (data,) = records(capsys, rules="koepfchen", seats=2, bots="greedy,random", games=1, seed="a")
    by_joining = sorted(data["seats"], key=lambda seat: seat["joined"])
    assert [(seat["bot"], seat["client_seed"]) for seat in by_joining] == [("greedy", "greedy"), ("random", "random")]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rules": "chess"}, "no such game"),
        ({"rules": "genial", "mode": "blitz"}, "no such mode"),
        ({"rules": "genial", "seats": 7}, "cannot be played by 7"),
        ({"rules": "genial", "mode": "solo", "seats": 2}, "cannot be played by 2"),
        ({"rules": "genial", "seats": 2, "bots": "genius"}, "no bot called 'genius'"),
        ({"rules": "genial", "seats": 3, "bots": "random,greedy"}, "name 3 bots"),
        ({"rules": "genial", "seats": 2, "games": -1}, "at least"),
        ({"rules": "genial", "games": 0}, "at least"),
        ({"bots": "nope"}, "no bot called 'nope'"),
        ({"bots": "greedy,"}, "no bot called ''"),
        ({"seats": 0}, "cannot be played by 0"),
    ],
)
def test_bad_wishes_get_a_sentence(options, sentence, capsys):
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate", **options)
    assert capsys.readouterr().out == ""


def test_greedy_takes_the_turn_that_most_raises_the_sorted_track():
    rules = RULES["genial"]
    state = board_with({"f5": "R", "f4": "R", "f3": "R", "h6": "G"}, rack=("RB", "GO"))
    state = with_track(state, R=4, G=1, B=2, O=2, Y=2, V=2)
    # Three reds are worth more points, but green is the lowest colour.
    value, turn = best_from(rules, state, random.Random(1))
    after = rules.apply(state, rules.read(turn[0])).state
    assert turn[0]["tile"] == "GO"
    assert min(after.track) == 2
    assert value == (False, *sorted(after.track))


def test_greedy_counts_the_bonus_move_with_its_turn():
    rules = RULES["genial"]
    state = with_track(board_with({"f5": "R", "i3": "G"}, rack=("RB", "GG")), R=17, G=2, B=5, O=5, Y=5, V=5)
    _value, turn = best_from(rules, state, random.Random(1))
    assert [action.get("tile") for action in turn[:2]] == ["RB", "GG"]
    assert rules.apply(state, place(state, "RB f6 g6")).state.due == 1


@at_every_table
@pytest.mark.parametrize("key", BOTS)
def test_a_bot_needs_no_more_than_its_view(rules, mode, seats, key):
    """The same view and the same generator give the same turn, whatever is hidden."""
    starts = list(turn_starts(rules, mode, seats, "bots"))
    state = starts[-min(4, len(starts))]
    other = FACTS[rules.key].hidden_dealt_anew(state, state.seat, random.Random(2))
    turns = [BOTS[key].choose(rules, rules.view(s, state.seat), random.Random(5)) for s in (state, other)]
    assert turns[0] == turns[1]


@at_every_table
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_simulated_games_hold(rules, mode, seats, bots):
    for number in range(10 if bots == "random" else 1):
        verify(simulate(rules, mode, [BOTS[bots]] * seats, "hold", number))
