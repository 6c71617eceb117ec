"""The bots that people meet: quick to name, honest about what they see, and a ladder."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.bots.bot import Budget
from games.bots.matches import Match, played
from games.bots.registry import BOTS, WINS, on_offer
from games.bots.simulation import simulate
from games.bots.strengths import SEARCHES, SECONDS, search_for
from games.bots.thinking import think, warm
from games.engine.registry import RULES
from games.engine.turns import play_turn
from games.engine.verify import verify
from tests.engine.tables import at_every_table, turn_starts

ROOT = Path(__file__).resolve().parent.parent.parent
STRENGTHS = list(SECONDS)

NAMED = """
import sys
import django
django.setup()
import genial_site.asgi, genial_site.urls, genial_site.celery
from genial_site.celery import app
app.loader.import_default_modules()
print(sorted({"numba", "numpy"} & set(sys.modules)))
"""


def test_a_web_process_names_bots_without_loading_their_search(tmp_path):
    env = {"DJANGO_SETTINGS_MODULE": "genial_site.settings", "GENIAL_DATA": str(tmp_path), "PATH": ""}
    (tmp_path / "static").mkdir()
    done = subprocess.run([sys.executable, "-c", NAMED], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_there_is_a_search_for_all_rules():
    assert set(SEARCHES) == set(RULES)
    warm()


@pytest.mark.parametrize("key", RULES)
def test_every_strength_has_a_budget_of_at_most_a_second(key):
    for strength in STRENGTHS:
        budget = BOTS[strength].budget(RULES[key])
        assert budget.nodes is not None
        assert budget.seconds is not None
        assert (budget.nodes, budget.seconds) > (0, 0)
        assert budget.seconds <= 1


@pytest.mark.parametrize("key", RULES)
def test_the_lobby_says_what_to_expect(key):
    offers = on_offer(key)
    assert [offer.key for offer in offers] == STRENGTHS
    assert all(offer.name and offer.description for offer in offers)


@at_every_table
def test_whole_games_hold_with_the_smallest_budget(rules, mode, seats):
    bots = [hasty(strength) for strength in ("strong", "gentle", "sharp", "steady")]
    verify(simulate(rules, mode, bots[:seats], "hasty", 1))


def hasty(strength):
    """The same bot with next to no time."""
    bot = BOTS[strength]
    return replace(bot, choose=lambda rules, seen, rng, _budget=None: bot.choose(rules, seen, rng, Budget(nodes=1)))


@at_every_table
def test_a_bot_at_the_table_keeps_to_the_rules(rules, mode, seats):
    """As workers ask: plain values in and out, nodes and a clock."""
    starts = list(turn_starts(rules, mode, seats, "table"))
    state = starts[len(starts) // 2]
    turn = think("sharp", rules.key, rules.view(state, state.seat), b"seed")
    assert play_turn(rules, state, turn).actions


@pytest.mark.parametrize("key", RULES)
def test_a_budget_in_nodes_gives_the_same_turn_whatever_the_clock(key):
    rules = RULES[key]
    state = list(turn_starts(rules, "free", 2, "nodes"))[4]
    seen = rules.view(state, state.seat)
    turns = [BOTS["strong"].choose(rules, seen, random.Random(7), Budget(nodes=300)) for _ in range(2)]
    assert turns[0] == turns[1]


@pytest.mark.parametrize("key", RULES)
def test_a_clock_ends_a_search(key):
    rules = RULES[key]
    state = list(turn_starts(rules, "free", 2, "clock"))[4]
    search_for(key).warm()
    budget = Budget(seconds=0.05)
    choices = search_for(key).rank(rules, rules.view(state, state.seat), random.Random(1), budget, "strong")
    assert 0 < sum(choice.nodes for choice in choices) < 10_000_000
    assert all(0 <= choice.worth <= 1 for choice in choices)


@pytest.mark.parametrize("key", RULES)
def test_a_little_thought_beats_chance_by_far(key):
    """A sign that nothing is upside down; `bot_match` measures the ladder."""
    match = Match(rules=key, mode="free", seats=2, a="sharp", b="random", budget=Budget(nodes=60), seed="ladder")
    assert list(played(match, 8, 1))[-1].share >= 0.75


@pytest.mark.parametrize("key", RULES)
def test_what_the_lobby_states_is_a_ladder(key):
    stated = [offer.percent for offer in on_offer(key) if offer.percent is not None]
    assert stated == sorted(set(stated))
    assert set(WINS[key]) <= set(STRENGTHS)
