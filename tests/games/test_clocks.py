"""The clocks of a running game: how they are set, what they leave in the ledger, who can give time."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.services.account import change_account
from games.clock.paces import DAY, HOUR
from games.engine.rules import GameOver, Malformed, NotYourTurn
from games.models import ClockEntry, Game, Player
from games.services import departures, lobby, more_time
from games.services.refusals import NotAPlayer, NotOpen, Stale, TooMany
from games.services.wishes import read_pace
from tests.tables import (
    NOW,
    bystander,
    fresh,
    mover,
    open_table,
    people,
    person,
    play_on,
    play_turn,
    running_game,
    table_of,
)

pytestmark = pytest.mark.django_db

BANK = {"bank": 120, "increment": 12, "cap": 168}
Kind = ClockEntry.Kind


def later(**time: float) -> datetime:
    return NOW + timedelta(**time)


def ledger(game: Game) -> list[tuple[str, int, int]]:
    return [(entry.kind, entry.seat, entry.seconds) for entry in game.clock_entries.all()]


def seat(game: Game, number: int) -> Player:
    return table_of(game).players[number]


def give(game: Game, user: User, now: datetime = NOW, **seen: Any) -> Game:
    return more_time.give_a_day(game_id=game.pk, user=user, **{"version": fresh(game).version, "now": now, **seen})


# --- paces -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (None, {}),
        ({}, {}),
        ({"days": 3}, {"days": 3}),
        ({"days": 3, "weekends_off": False, "days_off": 14}, {"days": 3}),
        ({"days": 14, "weekends_off": True, "days_off": 0}, {"days": 14, "weekends_off": True, "days_off": 0}),
        (BANK, BANK),
        ({**BANK, "days_off": 30}, {**BANK, "days_off": 30}),
        ({"bank": 24, "increment": 0, "cap": 24}, {"bank": 24, "increment": 0, "cap": 24}),
    ],
)
def test_paces_that_a_host_can_choose(sent: object, kept: dict[str, Any]) -> None:
    assert read_pace(sent) == kept


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"days": 4}, "1, 2, 3, 5, 7, 14"),
        ({"days": 3.0}, "1, 2, 3"),
        ({"days": 3, **BANK}, "not both"),
        ({"bank": 120, "cap": 168}, "increment is missing"),
        ({**BANK, "bank": 23}, "bank is a whole number from 24 to 720"),
        ({**BANK, "bank": 721, "cap": 721}, "from 24 to 720"),
        ({**BANK, "cap": 119}, "cap is a whole number from 120 to 1440"),
        ({**BANK, "cap": 1441}, "from 120 to 1440"),
        ({**BANK, "increment": 73}, "increment is a whole number from 0 to 72"),
        ({**BANK, "increment": True}, "whole number"),
        ({"days": 3, "days_off": 31}, "days_off is a whole number from 0 to 30"),
        ({"days": 3, "weekends_off": 1}, "true or false"),
        ({"weekends_off": True}, "no weekends or days off"),
        ({"days": 3, "hours": 2}, "days a turn, a time bank"),
        ("slow", "days a turn, a time bank"),
    ],
)
def test_other_paces_are_refused_in_a_sentence(sent: object, sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence):
        read_pace(sent)


# --- the ledger --------------------------------------------------------------------------------


def test_every_turn_begins_and_ends_in_the_ledger() -> None:
    game = running_game(*people("ada", "bob"), order="fixed")
    play_turn(game, later(hours=5))
    assert ledger(game) == [
        (Kind.BEGAN, 0, 3 * DAY),
        (Kind.PLAYED, 0, 5 * HOUR),
        (Kind.BEGAN, 1, 3 * DAY),
    ]
    first, played, second = game.clock_entries.all()
    assert (first.at, first.deadline, first.version) == (NOW, later(days=3), 0)
    assert (played.at, played.version, played.paused, played.bank) == (later(hours=5), 1, 0, None)
    assert (second.deadline, second.version) == (later(days=3, hours=5), 1)
    assert fresh(game).turn_seconds == 3 * DAY


def test_bots_have_no_clock() -> None:
    ada = person("ada")
    game = open_table(ada, {"bot": "greedy"}, order="fixed")
    play_turn(game)
    assert ledger(game) == [(Kind.BEGAN, 0, 3 * DAY), (Kind.PLAYED, 0, 0)]
    waiting = fresh(game)
    assert (waiting.deadline, waiting.remind_at, waiting.turn_seconds) == (None, None, 0)


def test_at_the_end_of_a_game_its_clock_stops() -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed", pace=BANK)
    departures.resign(game_id=game.pk, user=bob, now=later(hours=7))
    assert ledger(game)[-1] == (Kind.STOPPED, 0, 7 * HOUR)
    over = fresh(game)
    assert (over.deadline, over.remind_at, over.turn_seconds, over.extensions) == (None, None, 0, 0)


def test_a_whole_game_ends_in_the_ledger_with_its_last_turn() -> None:
    game = play_on(running_game(*people("ada", "bob"), rules="koepfchen"))
    kinds = [kind for kind, _seat, _seconds in ledger(game)]
    assert kinds == [Kind.BEGAN, Kind.PLAYED] * (len(kinds) // 2)


def test_what_others_do_changes_nothing_in_the_ledger() -> None:
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, order="fixed")
    before = ledger(game), fresh(game).deadline, fresh(game).remind_at
    departures.resign(game_id=game.pk, user=cy, now=later(hours=1))
    assert (ledger(game), fresh(game).deadline, fresh(game).remind_at) == before


def test_reminders_wait_for_people_alone() -> None:
    game = running_game(*people("ada", "bob"))
    assert fresh(game).remind_at == later(hours=54)


def test_a_game_without_a_pace_ends_when_nobody_moves() -> None:
    game = running_game(*people("ada", "bob"), order="fixed", pace=None)
    assert (fresh(game).deadline, fresh(game).remind_at) == (later(days=60), later(days=45))
    assert not departures.expire_turn(game_id=game.pk, now=later(days=60, seconds=-1))
    assert departures.expire_turn(game_id=game.pk, now=later(days=60))
    assert fresh(game).status == Game.Status.FINISHED
    assert ledger(game)[-1] == (Kind.EXPIRED, 0, 60 * DAY)


# --- weekends ----------------------------------------------------------------------------------


def test_weekends_off_are_those_of_whoever_is_to_move() -> None:
    ada, bob = people("ada", "bob")
    User.objects.filter(pk=bob.pk).update(time_zone="Pacific/Kiritimati")
    game = running_game(ada, User.objects.get(pk=bob.pk), order="fixed", pace={"days": 3, "weekends_off": True})
    assert fresh(game).deadline == datetime(2026, 11, 23, 8, 0, tzinfo=UTC)  # Wednesday and three days of work
    friday = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    play_turn(game, friday)  # an hour before Saturday begins on Kiritimati, which is 14 hours ahead
    assert fresh(game).deadline == datetime(2026, 11, 25, 9, 0, tzinfo=UTC)
    play_turn(game, datetime(2026, 11, 22, 11, 0, tzinfo=UTC))
    played = game.clock_entries.filter(kind=Kind.PLAYED).last()
    assert played
    assert (played.seconds, played.paused) == (2 * HOUR, 48 * HOUR)


# --- time banks --------------------------------------------------------------------------------


def test_unused_time_stays_in_the_bank() -> None:
    game = running_game(*people("ada", "bob"), order="fixed", pace=BANK)
    assert [player.bank for player in table_of(game).players] == [120 * HOUR, 120 * HOUR]
    assert fresh(game).deadline == later(hours=120)
    play_turn(game, later(hours=20))
    assert seat(game, 0).bank == 112 * HOUR
    play_turn(game, later(hours=20))
    assert seat(game, 1).bank == 132 * HOUR
    assert fresh(game).deadline == later(hours=20 + 112)
    assert [entry.bank for entry in game.clock_entries.all()] == [
        120 * HOUR,
        112 * HOUR,
        120 * HOUR,
        132 * HOUR,
        112 * HOUR,
    ]


def test_no_bank_holds_more_than_its_cap() -> None:
    game = running_game(*people("ada", "bob"), order="fixed", pace=BANK)
    for _turn in range(12):
        play_turn(game)
    assert [player.bank for player in table_of(game).players] == [168 * HOUR, 168 * HOUR]


def test_a_bot_has_no_bank() -> None:
    game = open_table(person("ada"), {"bot": "greedy"}, order="fixed", pace=BANK)
    assert [player.bank for player in table_of(game).players] == [120 * HOUR, None]


def test_whoever_comes_back_after_a_time_out_has_some_time_again() -> None:
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, order="fixed", pace=BANK)
    late = later(hours=120)
    assert departures.expire_turn(game_id=game.pk, now=late)
    assert ledger(game)[-1] == (Kind.EXPIRED, 0, 120 * HOUR)
    assert seat(game, 0).bank == 0
    departures.take_back(game_id=game.pk, user=ada, now=late)
    assert (seat(game, 0).bank, fresh(game).deadline) == (24 * HOUR, late + timedelta(hours=24))
    assert ledger(game)[-1] == (Kind.BEGAN, 0, 24 * HOUR)


def test_a_rematch_and_the_next_game_of_a_series_begin_with_full_banks() -> None:
    ada, bob = people("ada", "bob")
    game = play_on(running_game(ada, bob, rules="genial-cards", series=2, pace=BANK), now=later(hours=1))
    assert game.series
    following = game.series.games.get(series_number=1)
    assert (following.pace, [player.bank for player in table_of(following).players]) == (BANK, [120 * HOUR] * 2)
    play_on(following)
    again = lobby.rematch(game_id=following.pk, user=ada, now=NOW)
    lobby.rematch(game_id=following.pk, user=bob, now=NOW)
    assert (fresh(again).pace, [player.bank for player in table_of(again).players]) == (BANK, [120 * HOUR] * 2)


def test_turns_that_began_before_there_was_a_ledger_go_on() -> None:
    game = running_game(*people("ada", "bob"), order="fixed")
    game.clock_entries.all().delete()
    Game.objects.filter(pk=game.pk).update(turn_seconds=0, remind_at=None)
    import_module("games.migrations.0013_reminders_of_older_turns").plan_reminders(apps, None)
    give(game, bystander(game))
    assert (fresh(game).deadline, fresh(game).turn_seconds) == (later(days=4), 4 * DAY)
    play_turn(game, later(hours=1))
    assert ledger(game) == [(Kind.GRANTED, 0, DAY), (Kind.PLAYED, 0, HOUR), (Kind.BEGAN, 1, 3 * DAY)]


# --- more time ---------------------------------------------------------------------------------


def test_an_opponent_can_give_a_day() -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed")
    revision = fresh(game).revision
    give(game, bob, later(hours=60))
    found = fresh(game)
    assert (found.deadline, found.extensions, found.version) == (later(days=4), 1, 0)
    assert found.revision > revision
    assert found.remind_at == later(hours=72)  # a quarter of four days is left
    entry = game.clock_entries.get(kind=Kind.GRANTED)
    assert (entry.seat, entry.by, entry.seconds, entry.deadline) == (0, bob, DAY, later(days=4))
    play_turn(game, later(hours=61))
    assert fresh(game).extensions == 0
    assert fresh(game).deadline == later(hours=61, days=3)


def test_a_day_that_was_given_does_not_go_into_the_bank() -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed", pace=BANK)
    give(game, bob)
    assert fresh(game).deadline == later(hours=144)
    play_turn(game, later(hours=10))
    assert seat(game, 0).bank == 132 * HOUR


def test_only_so_many_days_are_given_for_a_turn() -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed")
    for _day in range(3):
        give(game, bob)
    with pytest.raises(TooMany):
        give(game, bob)
    assert fresh(game).deadline == later(days=6)


def test_a_day_is_given_once_for_one_click() -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed")
    give(game, bob, given=0)
    with pytest.raises(Stale):
        give(game, bob, given=0)
    with pytest.raises(Stale):
        give(game, bob, version=7)
    assert fresh(game).extensions == 1


def test_who_cannot_give_time() -> None:
    ada, bob, cy, dan = people("ada", "bob", "cy", "dan")
    game = running_game(ada, bob, order="fixed")
    with pytest.raises(NotYourTurn):
        give(game, ada)
    with pytest.raises(NotAPlayer):
        give(game, cy)
    with pytest.raises(NotOpen, match="run out"):
        give(game, bob, later(days=3))
    departures.resign(game_id=game.pk, user=ada, now=NOW)
    with pytest.raises(GameOver):
        give(game, bob)
    without = running_game(ada, bob, order="fixed", pace=None)
    with pytest.raises(NotOpen, match="no limit"):
        give(without, bob)
    team = running_game(ada, bob, cy, dan, order="fixed", mode="team")
    with pytest.raises(NotYourTurn, match="Partners"):
        give(team, cy)
    give(team, dan)
    three = running_game(ada, bob, cy, order="fixed")
    departures.resign(game_id=three.pk, user=bob, now=NOW)
    with pytest.raises(NotYourTurn, match="left"):
        give(three, bob)
    play_turn(three)
    with pytest.raises(NotOpen, match="bot"):
        give(three, cy)


# --- time-outs ---------------------------------------------------------------------------------


def counted(user: User) -> int:
    return Player.objects.filter(user=user, left_by="timeout", timeout_counts=True).count()


def test_of_all_time_outs_on_one_day_one_counts() -> None:
    ada, bob = people("ada", "bob")
    User.objects.filter(pk=ada.pk).update(time_zone="America/New_York")
    games = [running_game(ada, bob, order="fixed") for _game in range(4)]
    late = datetime(2026, 11, 22, 4, 0, tzinfo=UTC)  # eleven in the evening in New York
    for game in games[:2]:
        assert departures.expire_turn(game_id=game.pk, now=late)
    assert counted(ada) == 1
    assert departures.expire_turn(game_id=games[2].pk, now=late + timedelta(minutes=59))
    assert counted(ada) == 1
    assert departures.expire_turn(game_id=games[3].pk, now=late + timedelta(hours=1))
    assert counted(ada) == 2
    assert counted(bob) == 0


def test_a_time_out_that_was_made_up_for_counts_no_more() -> None:
    ada, bob, cy = people("ada", "bob", "cy")
    first, second = (running_game(ada, bob, cy, order="fixed") for _game in range(2))
    late = later(days=3)
    departures.expire_turn(game_id=first.pk, now=late)
    departures.take_back(game_id=first.pk, user=ada, now=late)
    departures.expire_turn(game_id=second.pk, now=late)
    assert table_of(second).players[0].timeout_counts
    assert counted(ada) == 1


def test_a_turn_that_comes_before_the_sweep_counts() -> None:
    game = running_game(*people("ada", "bob"), order="fixed", pace=BANK)
    user = mover(game)
    play_turn(game, later(hours=121))
    assert not departures.expire_turn(game_id=game.pk, now=later(hours=121))
    assert (mover(game) != user, seat(game, 0).bank) == (True, 12 * HOUR)


def test_games_without_a_limit_that_run_already_end_sixty_days_from_now() -> None:
    ada, bob = people("ada", "bob")
    old, limited = running_game(ada, bob, pace=None), running_game(ada, bob)
    Game.objects.filter(pk=old.pk).update(deadline=None, remind_at=None, turn_seconds=0)
    before = fresh(limited).deadline
    migration = import_module("games.migrations.0008_idle_games")
    with time_machine.travel(later(days=100), tick=False):
        migration.let_idle_games_end(apps, None)
    assert (fresh(old).deadline, fresh(old).remind_at) == (later(days=160), later(days=145))
    assert fresh(limited).deadline == before
    play_turn(old, later(days=101))
    assert fresh(old).deadline == later(days=161)


def test_turns_that_began_before_there_were_reminders_get_theirs() -> None:
    ada, bob = people("ada", "bob")
    fresh_turn, older, late, known = (running_game(ada, bob, order="fixed") for _game in range(4))
    old = [fresh_turn.pk, older.pk, late.pk]
    Game.objects.filter(pk__in=old).update(turn_seconds=0, remind_at=None)
    Game.objects.filter(pk=older.pk).update(turn_began_at=later(days=-2), deadline=later(days=1))
    Game.objects.filter(pk=late.pk).update(turn_began_at=later(days=-3), deadline=NOW)
    before = fresh(known).remind_at
    migration = import_module("games.migrations.0013_reminders_of_older_turns")
    with time_machine.travel(later(hours=7), tick=False):
        migration.plan_reminders(apps, None)
    assert [fresh(game).turn_seconds for game in (fresh_turn, older, late)] == [3 * DAY] * 3
    assert fresh(fresh_turn).remind_at == later(hours=54)
    assert fresh(older).remind_at == later(hours=20, minutes=24)  # the first one, at 6 hours, is past
    assert fresh(late).remind_at is None
    assert fresh(known).remind_at == before


# --- another time zone -------------------------------------------------------------------------


def zone_entries(game: Game) -> list[tuple[int, datetime | None]]:
    return list(game.clock_entries.filter(kind=Kind.ZONE).values_list("seconds", "deadline"))


WEEKENDS_OFF = {"days": 2, "weekends_off": True}
EVENING = NOW + timedelta(hours=10)
"""Of a Wednesday: two days later the weekend has begun in Tokyo, but not in London."""


def turn_due_on_friday(ada: User, bob: User) -> Game:
    game = running_game(ada, bob, order="fixed", pace=WEEKENDS_OFF)
    play_turn(game, EVENING)
    assert (mover(game), fresh(game).deadline) == (bob, EVENING + timedelta(days=2))
    return game


def test_another_zone_has_its_weekends_at_other_hours() -> None:
    ada, bob = people("ada", "bob")
    game, plain = turn_due_on_friday(ada, bob), running_game(bob, ada, order="fixed")
    revisions = fresh(game).revision, fresh(plain).revision
    change_account(user=ada, changes={"time_zone": "Asia/Tokyo"})  # it is not her turn
    change_account(user=bob, changes={"language": "nl"})
    assert (fresh(game).revision, fresh(plain).revision) == revisions
    with time_machine.travel(EVENING, tick=False):
        change_account(user=bob, changes={"time_zone": "Asia/Tokyo"})
    due = EVENING + timedelta(days=4)
    assert (fresh(game).deadline, zone_entries(game)) == (due, [(2 * DAY, due)])
    assert fresh(plain).revision == revisions[1]
    with time_machine.travel(EVENING + timedelta(hours=1), tick=False):
        change_account(user=bob, changes={"time_zone": "Europe/London"})
    assert (fresh(game).deadline, zone_entries(game)[1][0]) == (EVENING + timedelta(days=2), -2 * DAY)


def test_the_zone_that_a_browser_tells_first_counts_at_once(client: Client) -> None:
    ada, bob = people("ada", "bob")
    game = turn_due_on_friday(ada, bob)
    client.force_login(bob)
    client.cookies["timezone"] = "Asia/Tokyo"
    with time_machine.travel(EVENING, tick=False):
        client.get("/my/games/")
        client.get("/my/games/")
    due = EVENING + timedelta(days=4)
    assert (fresh(game).deadline, zone_entries(game)) == (due, [(2 * DAY, due)])
