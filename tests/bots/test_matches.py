"""`manage.py bot_match`: who wins how often, on the same deals with swapped seats."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from games.bots import matches
from games.bots.matches import Match, Played, Result, Times, mean_and_error, played, report, wilson
from games.engine import seating
from tests.engine.tables import at_every_table


def match(**changes):
    return replace(Match(rules="koepfchen", mode="free", seats=2, a="greedy", b="random"), **changes)


def shown(capsys, **options):
    call_command("bot_match", jobs=1, **options)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [
        (0.5, 100, 0.404, 0.596),
        (0.98, 200, 0.950, 0.992),
        (1.0, 10, 0.722, 1.0),
        (0.0, 10, 0.0, 0.278),
    ],
)
def test_the_interval_is_wilsons(share, games, low, high):
    assert wilson(share, games) == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_a_mean_has_an_error():
    mean, error = mean_and_error([10, 12, 14, 16])
    assert (mean, error) == (13, pytest.approx(1.96 * (20 / 3) ** 0.5 / 2))
    assert mean_and_error([5]) == (5, 0)


@at_every_table
def test_every_table_can_be_played_and_every_deal_in_every_seating(rules, mode, seats):
    result = list(played(match(rules=rules.key, mode=mode, seats=seats), 1, 1))[-1]
    rounds = 2 if mode in ("solo", "team") else seats
    assert [len(points) for points in result.points] == [1] * rounds
    assert "greedy" in "\n".join(report(result))


def test_both_get_the_same_deals_whoever_sits_where(monkeypatch):
    hands: dict[int, list[object]] = {}
    original = seating.start

    def start(*arguments):
        order, state = original(*arguments)
        hands.setdefault(len(hands), []).append(state.hands)
        return order, state

    monkeypatch.setattr(matches, "start", start)
    list(played(match(), 4, 1))
    first, again, second, again_second = (hand for (hand,) in hands.values())
    assert first == again != second == again_second


def test_the_same_seed_gives_the_same_match():
    one, two = (list(played(match(seed="x", b="random"), 6, 1))[-1].points for _ in range(2))
    assert one == two


def test_seats_of_a_team_are_taken_together():
    team = match(rules="genial", mode="team", seats=4)
    assert [team.bot_on(seat, 0) for seat in range(4)] == ["greedy", "random", "greedy", "random"]
    assert [team.bot_on(seat, 1) for seat in range(4)] == ["random", "greedy", "random", "greedy"]
    four = match(seats=4)
    assert [four.bot_on(seat, 2) for seat in range(4)] == ["random", "random", "greedy", "random"]


def test_the_report_counts_ties_in_halves_and_compares_with_chance():
    result = Result(match(seats=4))
    for turn, points in enumerate([1.0, 0.5, 0.0, 0.5]):
        result.add(Played(turn, points, {"greedy": Times(2, 3.0, 2.0)}))
    lines = "\n".join(report(result))
    assert "greedy wins 50.0%" in lines
    assert "2.00 times as often as by chance (25.0%)" in lines
    assert "by seat: 100.0%, 50.0%, 0.0%, 50.0%" in lines
    assert "greedy: 1500.0 ms of a core a turn, 2000 ms at most, 8 turns" in lines


def test_the_command_prints_wins_and_times(capsys):
    text = shown(capsys, rules="koepfchen", a="greedy", b="random", games=4)
    assert text.startswith("koepfchen free, 2 seats: greedy against random, 4 games in all\n  greedy wins ")
    assert "(95 %: " in text
    assert "ms of a core a turn" in text


def test_solo_bots_play_the_same_deals_for_the_lowest_colour(capsys):
    text = shown(capsys, rules="genial", mode="solo", a="greedy", b="random", games=2)
    assert "greedy: lowest colour " in text
    assert "random: lowest colour " in text
    assert "over 2 deals" in text


def test_several_processes_play_what_one_plays():
    one, two = (list(played(match(seed="jobs"), 4, jobs))[-1] for jobs in (1, 2))
    assert [sorted(points) for points in one.points] == [sorted(points) for points in two.points]


def test_who_stops_a_match_waits_for_no_more_games(monkeypatch):
    begun = []

    def play(match, deal, turn):
        begun.append(deal)
        time.sleep(0.01)
        return Played(turn, 1.0, {})

    monkeypatch.setattr(matches, "play", play)
    monkeypatch.setattr(matches, "ProcessPoolExecutor", lambda jobs, mp_context: ThreadPoolExecutor(jobs))
    results = played(match(), 200, 2)
    next(results)
    results.close()
    assert len(begun) < 20


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"a": "genius"}, "no bot called 'genius'"),
        ({"a": "greedy", "b": "greedy"}, "two different bots"),
        ({"rules": "chess"}, "no such game"),
        ({"seats": 5}, "cannot be played by 5"),
        ({"rules": "koepfchen", "b": "flat"}, "flat plays genial and genial-3d alone"),
        ({"games": 0}, "--games has to be more than 0"),
        ({"nodes": 0}, "--nodes has to be more than 0"),
        ({"seconds": -1.0}, "--seconds has to be more than 0"),
    ],
)
def test_bad_wishes_get_a_sentence(options, sentence, capsys):
    with pytest.raises(CommandError, match=sentence):
        shown(capsys, **options)
