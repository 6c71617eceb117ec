"""The ledger of ratings: the same numbers, whatever order games were committed or looked at in."""

import pytest
from django.core.management import CommandError, call_command

from games.models import Rating, RatingChange
from tests.ratings import GENIAL, catch_up_everywhere, rated, simulated, store, whole_ledger
from tests.tables import people

pytestmark = pytest.mark.django_db


def test_a_rebuild_leads_to_identical_numbers():
    players = people(*(f"player{number}" for number in range(12)))
    store(simulated(players, 200))
    catch_up_everywhere()
    ledger = whole_ledger()
    call_command("rebuild_ratings", "--check")
    call_command("rebuild_ratings")
    assert whole_ledger() == ledger


def test_the_check_names_a_rating_that_is_not_what_the_games_lead_to(capsys):
    ada, bob = people("ada", "bob")
    rated([ada, bob], [1, 2])
    Rating.objects.filter(user=ada).update(mu=99)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("rebuild_ratings", "--check")
    assert f"the rating of user {ada.pk} is not what the ledger leads to" in capsys.readouterr().out
    assert RatingChange.objects.filter(**GENIAL._asdict()).count() == 2
