"""Days off: how many, when, and what they do to clocks."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.clock.paces import DAY, HOUR
from games.engine.rules import Malformed
from games.models import Absence, ClockEntry, Game
from games.services import absences, clocks, departures
from games.services.refusals import NotOpen, TooMany, Unknown
from tests.tables import NOW, fresh, people, person, play_turn, running_game, table_of

pytestmark = pytest.mark.django_db

Kind = ClockEntry.Kind
TODAY = date(2026, 11, 18)


def november(day: int) -> date:
    return date(2026, 11, day)


def midnight(day: int) -> datetime:
    return datetime(2026, 11, day, tzinfo=UTC)


def take(user: User, first: date, last: date | None = None, now: datetime = NOW) -> Absence:
    return absences.take(user=user, first_day=first, last_day=last or first, now=now)


def away_entries(game: Game) -> list[tuple[int, datetime | None]]:
    return list(game.clock_entries.filter(kind=Kind.AWAY).values_list("seconds", "deadline"))


# --- taking them -------------------------------------------------------------------------------


def test_days_off_are_whole_days_where_somebody_lives() -> None:
    ada = person("ada")
    User.objects.filter(pk=ada.pk).update(time_zone="America/New_York")
    ada.refresh_from_db()
    absence = take(ada, november(20), november(21))
    assert absence.starts_at == datetime(2026, 11, 20, 5, 0, tzinfo=UTC)
    assert absence.ends_at == datetime(2026, 11, 22, 5, 0, tzinfo=UTC)


def test_days_off_taken_today_begin_at_once() -> None:
    absence = take(person("ada"), TODAY)
    assert (absence.starts_at, absence.ends_at) == (NOW, midnight(19))


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        (november(17), november(20), "past"),
        (november(20), november(19), "before the first"),
        (date(2027, 11, 18), date(2027, 11, 19), "a year ahead"),
    ],
)
def test_days_that_cannot_be_taken(first: date, last: date, sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence):
        take(person("ada"), first, last)
    assert not Absence.objects.exists()


def test_there_are_thirty_days_a_calendar_year() -> None:
    ada = person("ada")
    take(ada, november(20), date(2026, 12, 9))
    with pytest.raises(TooMany, match="in 2026 you have 10 left"):
        take(ada, date(2026, 12, 20), date(2026, 12, 30))
    take(ada, date(2026, 12, 22), date(2027, 1, 30))
    with pytest.raises(TooMany, match="in 2027 you have 0 left"):
        take(ada, date(2027, 2, 1))


def test_a_day_is_off_once() -> None:
    ada = person("ada")
    take(ada, november(20), november(22))
    for first, last in [(20, 20), (22, 25), (19, 20), (18, 30)]:
        with pytest.raises(NotOpen):
            take(ada, november(first), november(last))
    take(ada, november(19))
    take(person("bob"), november(20))


def test_days_off_can_be_shortened_and_taken_again() -> None:
    ada = person("ada")
    absence = take(ada, november(20), november(29))
    absence = absences.shorten(user=ada, absence_id=absence.pk, last_day=november(22), now=NOW)
    assert (absence.last_day, absence.ends_at) == (november(22), midnight(23))
    for last in (19, 23):
        with pytest.raises(Malformed):
            absences.shorten(user=ada, absence_id=absence.pk, last_day=november(last), now=NOW)
    take(ada, november(23))


def test_days_off_that_are_cancelled_before_they_begin_were_never_taken() -> None:
    ada = person("ada")
    absence = take(ada, november(20), november(22))
    absences.cancel(user=ada, absence_id=absence.pk, now=NOW)
    assert not Absence.objects.exists()


def test_whoever_comes_back_early_uses_that_day_up() -> None:
    ada = person("ada")
    absence = take(ada, november(20), november(29))
    back = midnight(22) + timedelta(hours=9)
    absences.cancel(user=ada, absence_id=absence.pk, now=back)
    absence.refresh_from_db()
    assert (absence.last_day, absence.ends_at) == (november(22), back)
    with pytest.raises(NotOpen, match="over"):
        absences.cancel(user=ada, absence_id=absence.pk, now=back)


def test_nobody_changes_the_days_of_others() -> None:
    ada, bob = people("ada", "bob")
    absence = take(ada, november(20))
    with pytest.raises(Unknown):
        absences.cancel(user=bob, absence_id=absence.pk, now=NOW)
    with pytest.raises(Unknown):
        absences.shorten(user=bob, absence_id=absence.pk, last_day=november(20), now=NOW)


# --- clocks ------------------------------------------------------------------------------------


def game_of(*names: str, **wishes: Any) -> tuple[Game, list[User]]:
    users = people(*names)
    return running_game(*users, order="fixed", **wishes), users


def test_days_off_stop_the_clock_of_a_turn_that_has_begun() -> None:
    game, (ada, _bob) = game_of("ada", "bob")
    revision = fresh(game).revision
    take(ada, november(19), november(22))
    assert fresh(game).deadline == NOW + timedelta(days=7)
    assert fresh(game).revision > revision
    assert away_entries(game) == [(4 * DAY, NOW + timedelta(days=7))]
    assert not departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=7, seconds=-1))
    play_turn(game, midnight(24))
    assert table_of(game).players[0].paused == 4 * DAY
    played = game.clock_entries.get(kind=Kind.PLAYED)
    assert (played.seconds, played.paused) == (DAY + 16 * HOUR, 4 * DAY)


def test_days_off_planned_before_stop_later_turns() -> None:
    game, (_ada, bob) = game_of("ada", "bob")
    take(bob, november(20), november(21))
    assert away_entries(game) == []  # it is not his turn
    play_turn(game)
    assert fresh(game).deadline == NOW + timedelta(days=5)


def test_whoever_joins_brings_their_days_off() -> None:
    ada, bob = people("ada", "bob")
    take(ada, november(19))
    take(bob, november(19))
    game = running_game(ada, bob)
    assert fresh(game).deadline == NOW + timedelta(days=4)


def test_coming_back_early_starts_the_clock_again() -> None:
    game, (ada, _bob) = game_of("ada", "bob")
    absence = take(ada, TODAY, november(27))
    assert fresh(game).deadline == midnight(28) + timedelta(days=3)
    back = midnight(20)
    absences.cancel(user=ada, absence_id=absence.pk, now=back)
    assert fresh(game).deadline == back + timedelta(days=3)
    assert [seconds for seconds, _deadline in away_entries(game)] == [9 * DAY + 16 * HOUR, -8 * DAY]
    play_turn(game, back + timedelta(hours=1))
    assert game.clock_entries.get(kind=Kind.PLAYED).seconds == HOUR


def test_a_table_may_allow_few_days_off_or_none() -> None:
    ada, bob = people("ada", "bob")
    none = running_game(ada, bob, order="fixed", pace={"days": 3, "days_off": 0})
    two = running_game(ada, bob, order="fixed", pace={"days": 3, "days_off": 2})
    idle = running_game(ada, bob, order="fixed", pace=None)
    take(ada, november(19), november(27))
    assert fresh(none).deadline == NOW + timedelta(days=3)
    assert fresh(two).deadline == NOW + timedelta(days=5)
    assert fresh(idle).deadline == NOW + timedelta(days=60)
    play_turn(two, midnight(20))
    play_turn(two, midnight(20))
    assert fresh(two).deadline == midnight(20) + timedelta(days=4)  # a day of them was used up in the turn before


def test_days_off_of_others_stop_nothing() -> None:
    game, (_ada, bob) = game_of("ada", "bob")
    take(bob, november(19), november(22))
    assert fresh(game).deadline == NOW + timedelta(days=3)


def test_a_time_out_is_reckoned_anew_if_setting_the_clocks_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (ada, _bob) = game_of("ada", "bob")
    monkeypatch.setattr(absences, "heed_days_off", lambda *_args: None)
    take(ada, november(19), november(20))
    assert fresh(game).deadline == NOW + timedelta(days=3)
    assert not departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=3))
    assert fresh(game).deadline == NOW + timedelta(days=5)
    assert away_entries(game) == [(2 * DAY, NOW + timedelta(days=5))]
    assert departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=5))


def test_days_off_and_the_clocks_change_together_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (ada, _bob) = game_of("ada", "bob")
    absence = take(ada, november(19), november(22))

    def interrupted(*_args: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(clocks, "recalculate", interrupted)
    with pytest.raises(InterruptedError):
        absences.cancel(user=ada, absence_id=absence.pk, now=NOW)
    with pytest.raises(InterruptedError):
        absences.shorten(user=ada, absence_id=absence.pk, last_day=november(20), now=NOW)
    with pytest.raises(InterruptedError):
        take(ada, november(25))
    absence = Absence.objects.get()
    assert (absence.last_day, fresh(game).deadline) == (november(22), NOW + timedelta(days=7))


def test_clocks_are_set_where_it_changes_something(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (ada, _bob) = game_of("ada", "bob")
    absence = take(ada, date(2026, 12, 20))
    absences.cancel(user=ada, absence_id=absence.pk, now=NOW)
    assert away_entries(game) == []
    monkeypatch.setattr(clocks, "recalculate", None)
    take(person("cy"), november(20))  # who plays nowhere
