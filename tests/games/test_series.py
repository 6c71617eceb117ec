import pytest

from games import selectors
from games.engine.dealing import commitment
from games.engine.record import read_record
from games.engine.verify import verify
from games.models import Game, Series
from games.services import departures
from games.services.refusals import Unknown
from tests.tables import NOW, bystander, fresh, open_table, people, person, play_on, result_of, running_game, table_of

pytestmark = pytest.mark.django_db


def games_of(series):
    return list(series.games.order_by("series_number"))


def series_of(game):
    series = fresh(game).series
    assert series
    return series


def test_the_next_game_starts_by_itself_on_the_same_seats():
    game = play_on(running_game(*people("ada", "bob", "cy"), rules="genial-cards", series=3))
    first, second = games_of(series_of(game))
    assert (first.status, second.status) == (Game.Status.FINISHED, Game.Status.ACTIVE)
    assert [p.user for p in table_of(first).players] == [p.user for p in table_of(second).players]
    assert (first.options["first"], second.options["first"]) == (0, 1)
    assert second.options == {"order": "fixed", "first": 1, "series": str(first.series_id)}
    assert second.to_move == 1


def test_totals_run_on_and_places_are_final():
    users = people("ada", "bob")
    series = series_of(running_game(*users, rules="genial-cards", series=3))
    for number in range(3):
        play_on(games_of(series)[number])
    series.refresh_from_db()
    games = games_of(series)
    assert len(games) == 3
    points = [result_of(game)["points"] for game in games]
    assert series.totals == [sum(column) for column in zip(*points, strict=True)]
    assert series.places == [1 + sum(other > mine for other in series.totals) for mine in series.totals]
    assert series.ended_at == NOW
    for game in games:
        verify(read_record(selectors.record_for(table_of(game), users[0])))


def test_all_secrets_are_committed_to_before_anybody_joins():
    game = open_table(person("ada"), {"open": True}, rules="genial-cards", series=4)
    series = series_of(game)
    assert len(set(series.commitments)) == 4
    assert series.commitments == [commitment(bytes.fromhex(secret)) for secret in series.secrets]
    assert game.commitment == series.commitments[0]


def test_who_leaves_a_game_gets_no_points_for_it():
    game = running_game(*people("ada", "bob"), rules="genial-cards", series=2)
    play_on(game, turns=20)
    gone = bystander(game)
    departures.resign(game_id=game.pk, user=gone, now=NOW)
    player = table_of(game).player_of(gone)
    assert player
    assert series_of(game).totals[player.seat] == 0
    assert result_of(game)["places"][player.seat] == 2


def test_other_games_have_no_series():
    game = play_on(running_game(*people("ada", "bob"), rules="genial-cards"))
    assert game.series is None
    assert not Series.objects.exists()
    assert game.options == {"order": "random", "first": 0}


def test_what_readers_see_of_a_series():
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules="genial-cards", series=2, public=False))
    series, games = selectors.find_series(series_of(game).pk, ada)
    data = selectors.series_data(series, games, ada)
    assert data["totals"] == series.totals
    assert [entry["status"] for entry in data["games"]] == ["finished", "active"]
    assert not any(secret in str(data) for secret in series_of(game).secrets)
    with pytest.raises(Unknown):
        selectors.find_series(series.pk, person("cy"))
