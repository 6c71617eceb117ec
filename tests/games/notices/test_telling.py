"""Who is told what, and through which channel."""

from datetime import time, timedelta

import pytest

from accounts.models import User
from games.models import Game, Mute, Notice, NoticeSettings
from games.services import chat, departures, lobby
from games.services.notices.timing import GRACE
from tests.games.notices.channels import with_push, with_webhook
from tests.tables import NOW, bystander, fresh, mover, open_table, people, person, play_on, play_turn, running_game

pytestmark = pytest.mark.django_db

Kind, Channel = Notice.Kind, Notice.Channel


def told(user: User, *, channel: str = Channel.SITE) -> list[str]:
    return list(Notice.objects.filter(user=user, channel=channel).order_by("pk").values_list("kind", flat=True))


def forget() -> None:
    Notice.objects.all().delete()


def test_the_person_to_move_is_told_and_nobody_else():
    game = running_game(*people("ada", "bob"))
    forget()
    played, other = mover(game), bystander(game)
    play_turn(game)
    assert told(played) == []
    assert told(other) == [Kind.YOUR_TURN]
    notice = Notice.objects.get(user=other, channel=Channel.SITE)
    assert (notice.state, notice.version, notice.sent_at) == ("sent", 1, NOW)


def test_whoever_goes_on_in_a_game_for_one_is_not_told_of_their_own_turn():
    (ada,) = people("ada")
    game = open_table(ada, mode="solo")
    forget()
    play_turn(game)
    assert told(ada) == []


def test_a_start_is_told_to_those_who_did_not_make_it():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy, order="fixed")
    assert mover(game) == ada
    assert told(ada) == [Kind.YOUR_TURN]
    assert told(bob) == [Kind.STARTED]
    assert told(cy) == []  # came last


def test_an_invitation_by_name_is_a_notice():
    ada, bob = people("ada", "bob")
    open_table(ada, {"invite": "bob"})
    assert told(bob) == [Kind.INVITED]
    assert told(bob, channel=Channel.MAIL) == [Kind.INVITED]
    assert told(ada) == []


def test_a_time_out_between_two_ends_the_game():
    game = running_game(*people("ada", "bob"))
    late, other = mover(game), bystander(game)
    forget()
    deadline = fresh(game).deadline
    assert deadline
    departures.expire_turn(game_id=game.pk, now=deadline)
    assert told(late) == [Kind.TIMED_OUT]
    assert told(other) == [Kind.OVER]


def test_a_time_out_among_three_is_told_to_the_others_on_the_site_alone():
    users = people("ada", "bob", "cy")
    game = running_game(*users, order="fixed")
    forget()
    deadline = fresh(game).deadline
    assert deadline
    departures.expire_turn(game_id=game.pk, now=deadline)
    ada, bob, cy = users
    assert told(ada) == told(ada, channel=Channel.MAIL) == [Kind.TIMED_OUT]
    assert sorted(told(bob)) == [Kind.TIMED_OUT]
    assert told(bob, channel=Channel.MAIL) == []
    assert told(cy) == [Kind.TIMED_OUT]


def test_whoever_resigns_knows_that_it_is_over():
    game = running_game(*people("ada", "bob"))
    other = bystander(game)
    forget()
    departures.resign(game_id=game.pk, user=mover(game), now=NOW)
    assert told(other) == [Kind.OVER]
    assert Notice.objects.exclude(user=other).count() == 0


def test_the_turn_that_ends_a_game_tells_the_others():
    game = running_game(*people("ada", "bob"), rules="koepfchen")
    while fresh(game).status == Game.Status.ACTIVE:
        forget()
        played = mover(game)
        play_turn(game)
    others = Notice.objects.filter(channel=Channel.SITE)
    assert [(notice.kind, notice.user == played) for notice in others] == [(Kind.OVER, False)]


def test_the_next_game_of_a_series_is_news_for_those_who_are_not_to_move():
    game = running_game(*people("ada", "bob"), rules="genial-cards", series=2)
    forget()
    play_on(game)
    following = Game.objects.get(series=game.series, series_number=1)
    kinds = dict(Notice.objects.filter(game=following, channel="site").values_list("user", "kind"))
    assert kinds == {
        mover(following).pk: Kind.YOUR_TURN,
        bystander(following).pk: Kind.NEXT_IN_SERIES,
    }


# --- mentions ----------------------------------------------------------------------------------


def say(game: Game, user: User, text: str, channel: str = "table") -> None:
    chat.say(game_id=game.pk, user=user, channel=channel, text=text, now=NOW)


def test_a_mention_reaches_whoever_is_meant():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob, cy)
    forget()
    say(game, ada, "@Bob, and @ada, and @nobody: look!")
    assert [notice.user for notice in Notice.objects.filter(channel=Channel.SITE)] == [bob]
    assert Notice.objects.filter(user=bob)[0].version == game.messages.get().pk
    say(game, ada, "again @bob")
    assert told(bob) == [Kind.MENTION, Kind.MENTION]


def test_whoever_muted_the_writer_is_left_alone():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    Mute.objects.create(reader=bob, muted=ada)
    forget()
    say(game, ada, "@bob")
    assert told(bob) == []


def test_players_do_not_hear_of_the_gallery_before_the_end():
    ada, bob, dora = people("ada", "bob", "dora")
    game = running_game(ada, bob)
    forget()
    say(game, dora, "@bob plays well", "gallery")
    assert told(bob) == []
    departures.resign(game_id=game.pk, user=ada, now=NOW)
    forget()
    say(game, dora, "@bob has won", "gallery")
    assert told(bob) == [Kind.MENTION]


def test_what_a_team_says_is_for_the_team():
    users = people("ada", "bob", "cy", "dora")
    game = running_game(*users, mode="team", order="fixed", table_talk=True)
    forget()
    say(game, users[0], "@bob @cy", "team")
    assert told(users[1]) == []
    assert told(users[2]) == [Kind.MENTION]


# --- channels and times ------------------------------------------------------------------------


def turn_notices(user: User) -> dict[str, Notice]:
    return {notice.channel: notice for notice in Notice.objects.filter(user=user, kind=Kind.YOUR_TURN)}


def told_with(**chosen) -> tuple[User, dict[str, Notice]]:
    """What somebody with these settings gets when it is their turn."""
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed", pace={"days": 1})
    if chosen:
        NoticeSettings.objects.create(user=bob, **chosen)
    with_push(bob)
    with_webhook(bob)
    play_turn(game)
    return bob, turn_notices(bob)


def test_without_a_choice_every_channel_of_somebody_is_used():
    _bob, found = told_with()
    assert found.keys() == {"site", "mail", "push", "webhook"}
    assert found["push"].due_at == found["webhook"].due_at == NOW + GRACE
    assert found["mail"].due_at == NOW + timedelta(minutes=10)


def test_what_is_not_wanted_is_not_planned():
    _bob, found = told_with(wanted={"your_turn": ["push"]})
    assert found.keys() == {"site", "push"}
    assert (found["site"].state, found["site"].reason) == ("suppressed", "unwanted")


def test_mails_at_once_wait_for_nothing_but_a_look_at_the_page():
    _bob, found = told_with(mail_mode="at_once")
    assert found["mail"].due_at == NOW + GRACE


def test_a_daily_mail_comes_at_its_hour_where_its_reader_lives():
    ada, bob = people("ada", "bob")
    bob.time_zone = "America/New_York"
    bob.save()
    NoticeSettings.objects.create(user=bob, mail_mode="digest", digest_hour=6)
    game = running_game(ada, bob, order="fixed")
    play_turn(game)
    assert turn_notices(bob)["mail"].due_at == NOW + timedelta(hours=3)  # 08:00 in London is 03:00 there


def test_a_daily_mail_that_would_come_after_the_deadline_comes_soon():
    """The digest hour has just passed; the turn ends before it comes again."""
    ada, bob = people("ada", "bob")
    NoticeSettings.objects.create(user=bob, mail_mode="digest", digest_hour=8)
    game = running_game(ada, bob, order="fixed", pace={"days": 1})
    play_turn(game)
    assert turn_notices(bob)["mail"].due_at == NOW + timedelta(minutes=10)


def test_a_daily_mail_that_quiet_hours_put_off_beyond_the_deadline_comes_soon():
    """It would come at 07:00, wait until 09:00, and be an hour late."""
    ada, bob = people("ada", "bob")
    NoticeSettings.objects.create(user=bob, mail_mode="digest", digest_hour=7, quiet_from=time(23), quiet_until=time(9))
    game = running_game(ada, bob, order="fixed", pace={"days": 1})
    play_turn(game)
    assert turn_notices(bob)["mail"].due_at == NOW + timedelta(hours=1)


def test_quiet_hours_hold_back_mail_and_push():
    _bob, found = told_with(quiet_from=time(7), quiet_until=time(11))
    assert found["mail"].due_at == found["push"].due_at == NOW + timedelta(hours=3)
    assert found["webhook"].due_at == NOW + GRACE
    assert {channel: notice.reason for channel, notice in found.items()} == {
        "site": "",
        "mail": "quiet",
        "push": "quiet",
        "webhook": "",
    }


def test_guests_are_told_on_the_site_alone():
    ada, guest = people("ada", "guest-1")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    guest.refresh_from_db()
    game = running_game(ada, guest, order="fixed")
    forget()
    play_turn(game)
    assert [notice.channel for notice in Notice.objects.filter(user=guest)] == ["site"]


@pytest.mark.parametrize("broken", ["address", "mail", "webhook"])
def test_what_does_not_work_is_not_tried(broken):
    ada, bob = people("ada", "bob")
    hook = with_webhook(bob)
    if broken == "address":
        User.objects.filter(pk=bob.pk).update(email="")
    elif broken == "mail":
        NoticeSettings.objects.create(user=bob, mail_broken_at=NOW)
    else:
        hook.broken_at = NOW
        hook.save()
    play_turn(running_game(ada, bob, order="fixed"))
    left = {"address": "webhook", "mail": "webhook", "webhook": "mail"}[broken]
    assert turn_notices(bob).keys() == {"site", left}


def test_bots_are_told_nothing():
    ada = person("ada")
    game = open_table(ada, {"bot": "random"}, order="fixed")
    play_turn(game)
    assert set(Notice.objects.values_list("user", flat=True)) == {ada.pk}


@pytest.mark.parametrize(("chosen", "called"), [({}, 1), ({"wanted": {"your_turn": ["mail"]}}, 0)])
def test_workers_are_called_for_what_is_due_soon(chosen, called, monkeypatch, django_capture_on_commit_callbacks):
    calls = []
    monkeypatch.setattr("games.services.notices.telling.send", lambda *sent, wait: calls.append((*sent, wait)))
    ada, bob = people("ada", "bob")
    NoticeSettings.objects.create(user=bob, **chosen)
    with_push(bob)
    game = running_game(ada, bob, order="fixed")
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game)
    assert calls == [("games.tasks.deliver_notices", bob.pk, GRACE.total_seconds())] * called


def test_declining_an_invitation_tells_nobody():
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "bob"})
    forget()
    lobby.leave(game_id=game.pk, user=bob, now=NOW)
    assert not Notice.objects.exists()
