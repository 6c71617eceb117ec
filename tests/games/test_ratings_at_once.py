"""Games that end at the same time and workers that rate at the same time: the ledger is what a rebuild leads to."""

from functools import partial

import pytest
from django.core.management import call_command

from games.models import RatingChange
from games.services.ratings.entering import catch_up, rebuild
from games.services.ratings.order import LEDGERS
from tests.games.test_at_once import at_once
from tests.ratings import catch_up_everywhere, simulated, store, whole_ledger
from tests.tables import people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("seed", range(2))
def test_workers_that_rate_while_games_end_agree_with_a_rebuild(seed):
    """Half of the threads let games end, each its own part of all moments; the others rate, and one rebuilds."""
    players = people(*(f"player{number}" for number in range(6)))
    games = simulated(players, 48, seed)
    ledgers = [ledger for ledger in LEDGERS if ledger.rules_key in ("genial", "koepfchen")]
    ending = [lambda some=games[part::6]: len(store(some)) for part in range(6)]
    rating = [partial(catch_up, ledger=ledger) for ledger in ledgers * 2]
    outcomes = at_once([*ending, *rating, partial(rebuild, ledger=ledgers[0])])
    assert [outcome for outcome in outcomes if not isinstance(outcome, int)] == []
    catch_up_everywhere()
    assert len(set(RatingChange.objects.values_list("game", flat=True))) == 48
    ledger = whole_ledger()
    call_command("rebuild_ratings", "--check")
    call_command("rebuild_ratings")
    assert whole_ledger() == ledger
