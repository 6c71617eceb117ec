"""What a notice says: who, which game, until when; and nothing that its reader may not know."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.channels.wording import by_game, words
from games.models import ChatMessage, Game, Mute, Notice
from games.services import departures, lobby
from tests.tables import NOW, bystander, fresh, mover, open_table, people, person, play_on, play_turn, running_game

from .noticing import loaded, notice

pytestmark = pytest.mark.django_db

Kind = Notice.Kind


def said(user, game, kind=Kind.YOUR_TURN, now=NOW, **fields):
    return words(notice(user, game, kind, **fields), now)


def test_a_turn_names_the_opponent_the_game_and_the_deadline():
    game = running_game(*people("ada", "bob"))
    told = said(mover(game), game)
    assert told.title == f"Your turn against {bystander(game)}"
    assert told.line == "Einfach Genial · until Sat 21 Nov, 08:00 (in 3 days)"
    assert told.path == f"/table/{game.pk}/"
    assert told.button == "Play your turn"


def test_a_deadline_is_told_by_the_readers_clock():
    game = running_game(*people("ada", "bob"))
    with timezone.override(ZoneInfo("America/Los_Angeles")):
        assert said(mover(game), game).line.endswith("until Sat 21 Nov, 00:00 (in 3 days)")


def test_a_turn_that_was_played_meanwhile_is_not_asked_for_any_more():
    game = running_game(*people("ada", "bob"))
    row = notice(mover(game), game)
    play_turn(game)
    told = words(loaded(row), NOW)
    assert told.line == "Einfach Genial"
    assert told.button == "Look at the table"


def test_partners_are_no_opponents():
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", order="fixed")
    user = mover(game)
    assert user.username == "ada"
    assert said(user, game).title == "Your turn against bob, dot"


def test_alone_there_is_no_opponent():
    game = open_table(person("ada"), mode="solo")
    assert said(mover(game), game).title == "Your turn"


def test_a_game_that_starts_says_who_begins():
    game = running_game(*people("ada", "bob"))
    assert said(mover(game), game, Kind.STARTED).line.startswith("Einfach Genial · your turn · until")
    told = said(bystander(game), game, Kind.STARTED)
    assert told.title == f"The game against {mover(game)} has started"
    assert told.line == f"Einfach Genial · {mover(game)}’s turn"


def test_an_invitation_names_its_host():
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "bob"}, {"open": True})
    told = said(bob, game, Kind.INVITED)
    assert (told.title, told.button) == ("ada invites you to play", "Take your seat")
    assert told.line == "Einfach Genial · 3 players · a seat is kept for you"
    lobby.cancel_old_table(game_id=game.pk, now=NOW + timedelta(days=400))
    assert said(bob, game, Kind.INVITED, version=1).button == "Look at the table"


def test_reminders_say_how_long_there_is():
    game = running_game(*people("ada", "bob"))
    later = NOW + timedelta(days=2, hours=6)
    assert said(mover(game), game, Kind.REMINDER, later).title.endswith(" ends in 18 hours")
    last = said(mover(game), game, Kind.LAST_REMINDER, later)
    assert last.title == f"Last reminder: your turn against {bystander(game)} ends in 18 hours"
    play_turn(game)
    assert said(bystander(game), game, Kind.REMINDER, later).title == f"Reminder: your turn against {mover(game)}"


def test_alone_a_reminder_names_nobody():
    game = running_game(person("ada"), mode="solo")
    deadline = fresh(game).deadline
    assert deadline
    later = deadline - timedelta(hours=5)
    assert said(mover(game), game, Kind.REMINDER, later).title == "Your turn ends in 5 hours"
    assert said(mover(game), game, Kind.LAST_REMINDER, later).title == "Last reminder: your turn ends in 5 hours"


def test_a_lost_turn_says_what_happens_now():
    game = running_game(*people("ada", "bob", "cy"))
    late, other = mover(game), bystander(game)
    departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=4))
    told = said(late, game, Kind.TIMED_OUT)
    assert told.title.startswith("Your time against ")
    assert told.line == "Einfach Genial · a bot plays on for you until you take your seat back"
    assert told.button == "Take your seat back"
    told = said(other, game, Kind.TIMED_OUT)
    assert told.title == f"{late} ran out of time"
    assert told.line.startswith("Einfach Genial · a bot sits in · ")
    departures.take_back(game_id=game.pk, user=late, now=NOW + timedelta(days=4))
    told = said(late, game, Kind.TIMED_OUT, version=fresh(game).version + 1)
    assert "a bot" not in told.line


def test_between_two_a_lost_turn_is_a_lost_game():
    game = running_game(*people("ada", "bob"))
    late, other = mover(game), bystander(game)
    departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=4))
    assert said(late, game, Kind.TIMED_OUT).line == f"Einfach Genial · {other} has won"
    assert said(other, game, Kind.TIMED_OUT).line == f"Einfach Genial · You have won against {late}"


@pytest.mark.parametrize("rules", ["genial", "genial-3d", "genial-cards", "koepfchen"])
def test_the_end_tells_place_and_points(rules):
    game = play_on(running_game(*people("ada", "bob", "cy"), rules=rules))
    result = game.result or {}
    for player in game.players.select_related("user"):
        told = said(player.user, game, Kind.OVER)
        place = result["places"][player.seat]
        assert f"place {place} of 3" in told.line
        assert ("points" if rules == "koepfchen" else "lowest: ") in told.line
        assert told.title.startswith("You have won") == (place == 1)


def test_a_table_that_was_closed_is_no_game_that_ended():
    ada = person("ada")
    game = open_table(ada, {"open": True})
    lobby.cancel_old_table(game_id=game.pk, now=NOW + timedelta(days=400))
    assert fresh(game).status == Game.Status.CANCELLED
    assert said(ada, game, Kind.OVER).title == "The table was closed"


def mention(game, by, text="@x look", **fields):
    fields = {"channel": "table", **fields}
    return ChatMessage.objects.create(game=game, user=by, text=text, at=NOW, **fields)


def test_a_mention_quotes_what_was_written():
    game = running_game(*people("ada", "bob"))
    message = mention(game, bystander(game), text="@ada " + "a" * 400)
    told = said(mover(game), game, Kind.MENTION, version=message.pk)
    assert told.title == f"{bystander(game)} mentioned you"
    assert told.line.startswith("Einfach Genial · “@ada aaa")
    assert told.line.endswith("a…”")
    assert len(told.line) < 200


@pytest.mark.parametrize("where", [{"channel": "gallery"}, {"channel": "team", "side": 1}])
def test_what_a_reader_may_not_read_is_not_quoted(where):
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", order="fixed", table_talk=True)
    message = mention(game, bystander(game), text="@ada the secret", **where)
    told = said(mover(game), game, Kind.MENTION, version=message.pk)
    assert told.title == "Somebody mentioned you"
    assert told.line == "Einfach Genial"


def test_whoever_is_muted_is_not_quoted():
    game = running_game(*people("ada", "bob"))
    message = mention(game, bystander(game))
    Mute.objects.create(reader=mover(game), muted=bystander(game))
    assert said(mover(game), game, Kind.MENTION, version=message.pk).title == "Somebody mentioned you"


def test_the_next_game_of_a_series_has_a_number():
    game = play_on(running_game(*people("ada", "bob"), rules="genial-cards", series=2))
    second = Game.objects.exclude(pk=game.pk).get()
    told = said(mover(second), second, Kind.NEXT_IN_SERIES)
    assert told.title == f"Game 2 of 2 against {bystander(second)} has started"
    assert "your turn · until" in told.line


def test_every_kind_is_said_in_every_language():
    game = running_game(*people("ada", "bob"))
    for kind in Kind:
        for language in ("en", "de", "nl"):
            with override(language):
                told = said(mover(game), game, kind, version=hash((kind, language)) % 1000 + 1000)
            assert all((told.title, told.line, told.button))
            assert "%(" not in told.title + told.line


def test_what_asks_something_comes_first_by_its_deadline():
    ada, bob = people("ada", "bob")
    late, soon = (running_game(ada, bob, pace={"days": days}) for days in (7, 1))
    over = running_game(ada, bob)
    Game.objects.filter(pk__in=[late.pk, soon.pk]).update(mover=ada)
    Game.objects.filter(pk=over.pk).update(mover=bob)
    rows = [notice(ada, game) for game in (over, late, soon)]
    assert [about[0].game for about in by_game(rows)] == [soon, late, over]
