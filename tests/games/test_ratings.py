"""The ledger of ratings: the same numbers, whatever order games were committed or looked at in."""

from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db.models import ProtectedError

from games.models import Game, Pool, Rating, RatingChange
from games.rating.luce import rate
from games.rating.skill import UNKNOWN, Skill
from games.services import departures, rebuilding
from games.services.ratings.checking import check
from games.services.ratings.entering import catch_up, waiting
from games.services.ratings.order import Ledger
from games.tasks import rate_forgotten_games
from tests.ratings import GENIAL, catch_up_everywhere, ended, rated, simulated, store, whole_ledger
from tests.tables import NOW, fresh, mover, open_table, people, person, play_on, running_game

pytestmark = pytest.mark.django_db

BOTS = Ledger("genial", Pool.BOTS)


@pytest.fixture
def players():
    return people(*(f"player{number}" for number in range(12)))


def skill_of(user, ledger=GENIAL):
    return Rating.objects.get(user=user, **ledger._asdict()).skill


# --- a game that ends ---------------------------------------------------------------------------


def test_a_rated_game_is_entered_once_it_has_ended():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, rated=True)
    assert waiting() == []
    departures.resign(game_id=game.pk, user=bob, now=NOW)
    assert waiting() == [GENIAL]
    rate_forgotten_games()
    assert waiting() == []
    first = RatingChange.objects.get(user=ada)
    assert (first.mu_before, first.sigma_before, first.weight) == (*UNKNOWN, 0.25)  # nobody has played a turn
    assert first.why == {"place": 1, "of": 2, "others_left": True, "at_once": True}
    assert skill_of(ada) == (first.mu_after, first.sigma_after)
    assert skill_of(bob).mu < UNKNOWN.mu
    assert catch_up(ledger=GENIAL) == 0


def test_whoever_has_played_two_turns_loses_in_full():
    game = running_game(*people("ada", "bob"), rated=True, order="fixed")
    play_on(game, turns=4)
    departures.resign(game_id=game.pk, user=mover(game), now=NOW)
    catch_up(ledger=GENIAL)
    changes = RatingChange.objects.order_by("why__place")
    assert [(change.mu_after, change.sigma_after) for change in changes] == [
        side[0] for side in rate([[UNKNOWN], [UNKNOWN]], [1, 2])
    ]


def test_unrated_games_and_games_alone_change_nothing():
    ada, bob = people("ada", "bob")
    for game in (running_game(ada, bob), running_game(ada, mode="solo")):
        departures.resign(game_id=game.pk, user=ada, now=NOW)
        assert not fresh(game).rating_due
    assert waiting() == []


def test_a_game_with_a_bot_counts_among_bots_alone():
    ada = person("ada")
    game = open_table(ada, {"bot": "random"}, rated=True, order="fixed")
    assert fresh(game).rating_pool == Pool.BOTS
    departures.resign(game_id=game.pk, user=ada, now=NOW)
    catch_up_everywhere()
    assert set(Rating.objects.values_list("user", "bot", "pool")) == {(ada.pk, "", "bots"), (None, "random", "bots")}


def test_a_bot_that_sits_in_for_a_leaver_makes_it_no_game_with_bots():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, rules="koepfchen", rated=True, stand_in="random")
    departures.resign(game_id=game.pk, user=ada, now=NOW)
    game = play_on(game)
    catch_up_everywhere()
    changes = {change.user: change for change in RatingChange.objects.filter(pool=Pool.PEOPLE)}
    assert set(changes) == {ada, bob, cy}
    assert (changes[ada].why["place"], changes[ada].why["left"], changes[ada].weight) == (3, "resign", 1)
    assert changes[ada].mu_after < UNKNOWN.mu


def test_each_game_of_a_series_counts_by_itself():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, rules="genial-cards", series=2, rated=True)
    for number in range(2):
        one = Game.objects.get(series=game.series, series_number=number)
        assert one.rating_pool == Pool.PEOPLE
        departures.resign(game_id=one.pk, user=bob, now=NOW + timedelta(days=number))
    catch_up_everywhere()
    assert RatingChange.objects.filter(user=ada).count() == 2


# --- order -------------------------------------------------------------------------------------


def test_a_rebuild_leads_to_identical_numbers(players):
    store(simulated(players, 200))
    catch_up_everywhere()
    ledger = whole_ledger()
    call_command("rebuild_ratings", "--check")
    call_command("rebuild_ratings")
    assert whole_ledger() == ledger


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_games_are_found_does_not_matter(players, seed):
    """Some end at the same moment, and what is found late is older than much of what was rated before."""
    games = simulated(players, 60, seed)
    rng = Random(seed)
    rng.shuffle(games)
    while games:
        store(games.pop() for _game in range(min(len(games), rng.randint(1, 15))))
        catch_up_everywhere()
    ledger = whole_ledger()
    call_command("rebuild_ratings")
    assert whole_ledger() == ledger


def test_of_games_that_ended_at_the_same_moment_the_one_with_the_lower_id_counts_first():
    ada, bob, cy = people("ada", "bob", "cy")
    games = [ended([ada, bob], [1, 2]), ended([ada, cy], [1, 2])]
    for one in sorted(games, key=lambda made: made[0].pk, reverse=True):
        store([one])
        catch_up(ledger=GENIAL)
    first, second = RatingChange.objects.filter(user=ada)
    assert first.game_id < second.game_id
    assert Skill(first.mu_before, first.sigma_before) == UNKNOWN
    assert (second.mu_before, second.sigma_before) == (first.mu_after, first.sigma_after)


def test_what_is_found_late_reckons_meetings_anew():
    """Thirteen games of the same two: the thirteenth counts half, whichever was found last."""
    ada, bob = people("ada", "bob")
    games = [ended([ada, bob], [1, 2], NOW + timedelta(days=number)) for number in range(13)]
    store(games[1:])
    catch_up(ledger=GENIAL)
    assert RatingChange.objects.filter(weight=0.5).count() == 0
    store(games[:1])
    catch_up(ledger=GENIAL)
    assert set(RatingChange.objects.filter(weight=0.5).values_list("game", flat=True)) == {games[12][0].pk}
    store([ended([bob, ada], [1, 2], NOW + timedelta(days=13))])
    catch_up(ledger=GENIAL)
    assert RatingChange.objects.filter(weight=0.5).count() == 4


def test_nothing_is_asked_about_games_that_others_played():
    """One more game costs as much after a thousand as after ten."""
    ada, bob, cy, dot = people("ada", "bob", "cy", "dot")
    for number in range(3):
        rated([cy, dot], [1, 2], NOW + timedelta(days=number))
    before = whole_ledger()
    rated([ada, bob], [1, 2], NOW + timedelta(days=9))
    assert whole_ledger()[:6] == before


def test_a_game_that_ends_otherwise_after_all_is_rated_anew():
    game = running_game(*people("ada", "bob"), rules="koepfchen", rated=True)
    game = play_on(game)
    catch_up_everywhere()
    right, places = whole_ledger(), [player.place for player in game.players.order_by("seat")]
    result = game.result or {}
    Game.objects.filter(pk=game.pk).update(result={**result, "places": places[::-1]})
    rebuilding.rebuild(fresh(game), NOW)
    assert waiting() == [Ledger("koepfchen", Pool.PEOPLE)]
    catch_up_everywhere()
    assert whole_ledger() == right


# --- checking ----------------------------------------------------------------------------------


def tamper_with_rating():
    Rating.objects.filter(user__username="ada").update(mu=99)
    return "is not what the ledger leads to"


def tamper_with_row():
    RatingChange.objects.filter(user__username="ada").update(mu_after=25.000001)
    return "mu_after is 25.000001, should be"


def lose_a_row():
    RatingChange.objects.filter(user__username="bob").delete()
    return "a row of the ledger is missing"


def unrate_a_game():
    Game.objects.update(rating_pool="", rated=False)
    return "the ledger has rows of games that are not rated"


@pytest.mark.parametrize("tamper", [tamper_with_rating, tamper_with_row, lose_a_row, unrate_a_game])
def test_the_check_names_what_is_not_what_the_games_lead_to(tamper, capsys):
    rated(people("ada", "bob"), [1, 2])
    call_command("rebuild_ratings", "--check")
    told = tamper()
    with pytest.raises(CommandError, match="differences"):
        call_command("rebuild_ratings", "--check")
    assert told in capsys.readouterr().out
    call_command("rebuild_ratings")
    call_command("rebuild_ratings", "--check")


def test_a_game_that_waits_is_no_difference():
    ada, bob = people("ada", "bob")
    rated([ada, bob], [1, 2], NOW)
    store([ended([ada, bob], [1, 2], NOW - timedelta(days=1))])
    assert check(ledger=GENIAL) == (1, [])


def test_accounts_with_ratings_are_not_deleted():
    ada, bob = people("ada", "bob")
    rated([ada, bob], [1, 2])
    with pytest.raises(ProtectedError):
        ada.delete()


# --- many --------------------------------------------------------------------------------------


def test_a_rebuild_is_exact_on_5000_games(players):
    """Some of which were found late, so that others were taken back and reckoned again."""
    games = simulated(players, 5000, sizes=(2,))
    store([*games[:4500], *games[4501::2]])
    catch_up_everywhere()
    store(games[4500::2])
    catch_up_everywhere()
    ledger = whole_ledger()
    assert len({row["game"] for row in ledger}) == 5000
    call_command("rebuild_ratings")
    assert whole_ledger() == ledger
