"""Sending what is due: only what is still needed, together, not too often, and again if it did not work."""

from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import Any

import pytest

from accounts.models import User
from games.channels.trouble import Permanent, Temporary
from games.models import ChatMessage, Game, Invitation, Notice, NoticeSettings, Webhook
from games.services import chat, departures, lobby
from games.services.notices import claims, delivering, failing, limiting, reading, reminding, sweeping
from games.services.notices.changing import change_settings
from games.services.notices.opening import opened_bell, opened_table, opened_talk
from games.services.notices.preferences import DEFAULTS, turn_mail
from tests.games.notices.channels import Post, instead_of_channels, with_push, with_webhook
from tests.tables import NOW, fresh, open_table, people, person, play_turn, running_game

pytestmark = pytest.mark.django_db

Kind, State = Notice.Kind, Notice.State
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
LATER = NOW + 11 * MINUTE


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    return instead_of_channels(monkeypatch)


@pytest.fixture
def bob() -> User:
    return person("bob")


def bobs_turn(bob: User, opponent: str = "ada", **wishes) -> Game:
    """A game in which it is Bob's turn since now."""
    game = running_game(person(opponent), bob, order="fixed", **wishes)
    Notice.objects.filter(game=game).delete()
    play_turn(game)
    return game


def opponent_of(game: Game) -> User:
    assert game.host
    return game.host


def mails(bob: User) -> list[tuple[str, str]]:
    found = Notice.objects.filter(user=bob, channel="mail").order_by("created_at", "pk")
    return list(found.values_list("state", "reason"))


def bell(bob: User) -> list[int]:
    return [notice.pk for notice in reading.in_the_bell(bob)]


def deliver(bob: User, now: datetime = LATER) -> int:
    return delivering.deliver(user_id=bob.pk, now=now)


def test_what_is_due_goes_out_once(bob, post):
    bobs_turn(bob)
    assert deliver(bob, NOW + 9 * MINUTE) == 0
    assert deliver(bob) == 1
    assert deliver(bob) == 0
    assert post.to(bob) == [("your_turn",)]
    notice = Notice.objects.get(user=bob, channel="mail")
    assert (notice.state, notice.sent_at, notice.message_id) == ("sent", LATER, "<1@example.org>")
    assert (notice.attempts, notice.perhaps_twice) == (1, False)


def test_several_games_make_one_mail(bob, post):
    games = [bobs_turn(bob, name) for name in ("ada", "cy", "dora")]
    deliver(bob)
    [message] = post.sent
    assert set(message.games) == {game.pk for game in games}
    assert Notice.objects.filter(channel="mail", state="sent").values("message_id").distinct().count() == 1


def test_a_mail_takes_along_what_would_come_later(bob, post):
    bobs_turn(bob)
    other = running_game(person("cy"), bob, order="fixed")
    play_turn(other, now=NOW + 5 * MINUTE)
    deliver(bob)
    assert post.to(bob) == [("your_turn", "your_turn")]


# --- what is not needed ------------------------------------------------------------------------


def test_nothing_goes_out_to_somebody_who_has_moved(bob, post):
    game = bobs_turn(bob)
    play_turn(game, now=NOW + MINUTE)
    play_turn(game, now=NOW + 2 * MINUTE)
    deliver(bob, NOW + 11 * MINUTE)
    assert mails(bob) == [("suppressed", "moved_on"), ("waiting", "")]
    assert post.sent == []


def test_nothing_goes_out_to_somebody_who_has_seen_it(bob, post):
    game = bobs_turn(bob)
    opened_table(bob, game.pk, fresh(game).version, NOW + MINUTE)
    deliver(bob)
    assert mails(bob) == [("suppressed", "seen")]


def test_a_look_at_an_earlier_version_is_none_at_this(bob, post):
    game = bobs_turn(bob)
    opened_table(bob, game.pk, fresh(game).version - 1, NOW + MINUTE)
    deliver(bob)
    assert mails(bob) == [("sent", "")]


def test_the_bell_tells_too(bob, post):
    game = bobs_turn(bob)
    assert [notice.game_id for notice in reading.in_the_bell(bob)] == [game.pk]
    opened_bell(bob, bell(bob), NOW + MINUTE)
    assert list(reading.in_the_bell(bob)) == []
    deliver(bob)
    assert mails(bob) == [("suppressed", "seen")]


def test_the_bell_shows_nothing_that_is_not_wanted_there(bob, post):
    NoticeSettings.objects.create(user=bob, wanted={"your_turn": ["mail"]})
    bobs_turn(bob)
    opened_bell(bob, bell(bob), NOW + MINUTE)
    deliver(bob)
    assert mails(bob) == [("sent", "")]


def test_the_bell_knows_no_turns_that_are_over(bob):
    game = bobs_turn(bob)
    play_turn(game, now=NOW + MINUTE)
    assert not reading.in_the_bell(bob).exists()


def test_a_game_that_is_over_asks_for_no_turn(bob, post):
    game = bobs_turn(bob)
    departures.resign(game_id=game.pk, user=opponent_of(game), now=NOW + MINUTE)
    deliver(bob, NOW + 20 * MINUTE)
    assert mails(bob) == [("suppressed", "over"), ("sent", "")]
    assert post.to(bob) == [("over",)]


def test_an_invitation_that_was_taken_back_is_not_sent(bob, post):
    game = open_table(person("ada"), {"invite": "bob"})
    Invitation.objects.all().delete()
    assert game.status == Game.Status.OPEN
    deliver(bob)
    assert mails(bob) == [("suppressed", "withdrawn")]


def test_whoever_took_their_seat_needs_no_invitation(bob, post):
    game = open_table(person("ada"), {"invite": "bob"}, {"open": True})
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    deliver(bob)
    assert mails(bob) == [("suppressed", "withdrawn")]


def test_a_start_is_no_news_to_whoever_has_played(bob, post):
    ada, cy = people("ada", "cy")
    game = running_game(ada, bob, cy, order="fixed")
    play_turn(game, now=NOW + MINUTE)
    play_turn(game, now=NOW + 2 * MINUTE)
    deliver(bob, NOW + 30 * MINUTE)
    assert mails(bob) == [("suppressed", "moved_on"), ("suppressed", "moved_on")]


def test_a_start_that_became_a_turn_is_said_once(bob, post):
    ada, cy = people("ada", "cy")
    game = running_game(ada, bob, cy, order="fixed")
    play_turn(game, now=NOW + MINUTE)
    deliver(bob, NOW + 30 * MINUTE)
    assert post.to(bob) == [("your_turn",)]
    assert mails(bob) == [("suppressed", "told_better"), ("sent", "")]


def test_what_is_no_longer_wanted_is_not_sent(bob, post):
    bobs_turn(bob)
    NoticeSettings.objects.create(user=bob, wanted={"your_turn": ["site"]})
    deliver(bob)
    assert mails(bob) == [("suppressed", "unwanted")]


def test_a_closed_account_gets_nothing(bob, post):
    bobs_turn(bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    deliver(bob)
    assert mails(bob) == [("suppressed", "closed")]


def test_a_mention_that_was_read_is_not_sent(bob, post):
    game = bobs_turn(bob)
    with_push(bob)
    chat.say(game_id=game.pk, user=opponent_of(game), channel="table", text="@bob!", now=NOW)
    opened_table(bob, game.pk, 100_000, NOW)
    assert [notice.kind for notice in reading.in_the_bell(bob)] == ["mention"]
    opened_talk(bob, game.pk, shown(game), NOW)
    deliver(bob)
    assert post.sent == []


def test_a_mention_that_came_while_the_talk_was_read_is_sent(bob, post):
    game = bobs_turn(bob)
    chat.say(game_id=game.pk, user=opponent_of(game), channel="table", text="@bob!", now=NOW)
    read = shown(game)
    chat.say(game_id=game.pk, user=opponent_of(game), channel="table", text="@bob?", now=NOW + MINUTE)
    opened_talk(bob, game.pk, read, NOW + MINUTE)
    mentions = [notice.version for notice in reading.in_the_bell(bob) if notice.kind == Kind.MENTION]
    assert mentions == [shown(game)[-1]]


def shown(game: Game) -> list[int]:
    return list(ChatMessage.objects.filter(game=game).order_by("pk").values_list("pk", flat=True))


def test_a_refusal_stays_although_it_is_the_default(bob, post):
    with_push(bob)
    game = bobs_turn(bob)
    Notice.objects.all().delete()
    turn_mail(bob, "mention", on=False)
    change_settings(bob, {"wanted": {kind: list(channels) for kind, channels in DEFAULTS.items()}})
    chat.say(game_id=game.pk, user=opponent_of(game), channel="table", text="@bob!", now=NOW)
    post.troubles["push", "bob"] = Permanent("gone")
    deliver(bob, NOW + HOUR)
    assert Notice.objects.get(user=bob, channel="push").state == State.FAILED
    assert mails(bob) == []


def test_what_was_never_refused_follows_the_defaults(bob):
    change_settings(bob, {"wanted": {kind: list(channels) for kind, channels in DEFAULTS.items()}})
    assert NoticeSettings.objects.get(user=bob).wanted == {}


# --- push messages -----------------------------------------------------------------------------


def turns_by_push(bob, number):
    with_push(bob)
    games = [bobs_turn(bob, f"cy{each}") for each in range(number)]
    Notice.objects.exclude(channel="push").delete()
    return games


def test_each_of_a_few_games_has_a_push_message_of_its_own(bob, post):
    games = turns_by_push(bob, claims.PUSHED_APART)
    assert deliver(bob) == len(games)
    assert {message.games for message in post.sent} == {(game.pk,) for game in games}


def test_many_games_have_one_push_message(bob, post):
    games = turns_by_push(bob, claims.PUSHED_APART + 1)
    assert deliver(bob) == 1
    assert set(post.sent[0].games) == {game.pk for game in games}


def test_a_push_message_that_went_out_is_not_repeated_for_another_that_did_not(bob, post, monkeypatch):
    games = turns_by_push(bob, 2)
    send = post.sender("push")

    def second_fails(*arguments: Any) -> str:
        if len(post.sent) == 1:
            raise Temporary("HTTP 503")
        return send(*arguments)

    monkeypatch.setattr(delivering, "sender", lambda _channel: second_fails)
    assert deliver(bob) == 1
    monkeypatch.setattr(delivering, "sender", post.sender)
    assert deliver(bob, LATER + HOUR) == 1
    assert sorted(message.games for message in post.sent) == sorted((game.pk,) for game in games)


# --- when --------------------------------------------------------------------------------------


def test_quiet_hours_that_began_meanwhile_hold_it_back(bob, post):
    bobs_turn(bob)
    NoticeSettings.objects.create(user=bob, quiet_from=time(8, 5), quiet_until=time(9))
    assert deliver(bob) == 0
    assert mails(bob) == [("waiting", "quiet")]
    assert deliver(bob, NOW + HOUR) == 1
    assert Notice.objects.get(user=bob, channel="mail").attempts == 1


def test_a_reminder_breaks_the_quiet_only_before_the_deadline_does(bob, post):
    """A quarter of a day is left at 02:00, within quiet hours that end before the deadline at 08:00."""
    game = bobs_turn(bob, pace={"days": 1})
    NoticeSettings.objects.create(user=bob, quiet_from=time(22), quiet_until=time(7))
    Notice.objects.all().delete()
    assert reminding.remind(game_id=game.pk, now=NOW + 18 * HOUR)
    assert Notice.objects.get(channel="mail").due_at == NOW + 23 * HOUR
    Notice.objects.all().delete()
    NoticeSettings.objects.update(quiet_until=time(8, 30))
    Game.objects.update(remind_at=NOW + 18 * HOUR)
    assert reminding.remind(game_id=game.pk, now=NOW + 18 * HOUR)
    deliver(bob, NOW + 18 * HOUR + MINUTE)
    assert post.to(bob) == [("reminder",)]


def test_such_a_reminder_takes_nothing_else_along(bob, post):
    """The quiet hours end after one deadline and before the other."""
    game = bobs_turn(bob, pace={"days": 1})
    NoticeSettings.objects.create(user=bob, quiet_from=time(22), quiet_until=time(8, 30))
    Notice.objects.all().delete()
    other = running_game(person("cy"), bob, order="fixed")
    play_turn(other, now=NOW + 17 * HOUR)
    reminding.remind(game_id=game.pk, now=NOW + 18 * HOUR)
    deliver(bob, NOW + 18 * HOUR + MINUTE)
    assert post.to(bob) == [("reminder",)]
    assert mails(bob) == [("waiting", "quiet"), ("sent", "")]


def test_the_daily_mail_comes_no_sooner_for_what_it_cannot_go_along_with(bob, post):
    """The reminder breaks the quiet at 02:00; the daily mail still comes at 10:00, not when the quiet ends."""
    NoticeSettings.objects.create(
        user=bob, mail_mode="digest", digest_hour=10, quiet_from=time(22), quiet_until=time(8, 30)
    )
    game = bobs_turn(bob, pace={"days": 1})
    Notice.objects.all().delete()
    other = running_game(person("cy"), bob, order="fixed")
    play_turn(other, now=NOW + 17 * HOUR)
    daily = Notice.objects.get(user=bob, game=other, channel="mail", kind="your_turn")
    assert daily.due_at == NOW + 26 * HOUR
    reminding.remind(game_id=game.pk, now=NOW + 18 * HOUR)
    deliver(bob, NOW + 18 * HOUR + MINUTE)
    assert post.to(bob) == [("reminder",)]
    daily.refresh_from_db()
    assert (daily.state, daily.due_at) == ("waiting", NOW + 26 * HOUR)


def test_one_mail_too_many_brings_no_daily_mail_sooner(bob, post, monkeypatch):
    monkeypatch.setattr(delivering, "free_at", lambda _batch, now: now + HOUR)
    NoticeSettings.objects.create(user=bob, mail_mode="digest", digest_hour=10)
    bobs_turn(bob)
    hurried = bobs_turn(bob, "cy")
    Notice.objects.filter(game=hurried, channel="mail").update(due_at=LATER)
    deliver(bob)
    waiting = Notice.objects.filter(user=bob, channel="mail", state="waiting").order_by("due_at")
    assert [notice.due_at for notice in waiting] == [LATER + HOUR, NOW + 2 * HOUR]


def test_nobody_gets_more_than_so_many_mails_an_hour(bob, post):
    NoticeSettings.objects.create(user=bob, mail_mode="at_once")
    most = limiting.MAILS_AN_HOUR - limiting.FOR_REMINDERS
    for number in range(most + 3):
        bobs_turn(bob, f"player-{number}")
        Notice.objects.filter(state="waiting").update(created_at=NOW + number * MINUTE)
        deliver(bob, NOW + (number + 1) * MINUTE)
    assert len(post.sent) == most
    assert set(mails(bob)[most:]) == {("waiting", "enough_mail")}
    assert deliver(bob, NOW + HOUR) == 0
    assert deliver(bob, NOW + HOUR + MINUTE) == 1
    assert len(post.sent[-1].kinds) == 3  # all that had to wait, in one


def test_one_mail_an_hour_is_kept_for_a_reminder(bob, post):
    NoticeSettings.objects.create(user=bob, mail_mode="at_once")
    for number in range(limiting.MAILS_AN_HOUR):
        game = bobs_turn(bob, f"player-{number}")
        deliver(bob, NOW + MINUTE)
    assert len(post.sent) == limiting.MAILS_AN_HOUR - 1
    Game.objects.filter(pk=game.pk).update(remind_at=NOW)
    assert reminding.remind(game_id=game.pk, now=NOW + MINUTE)
    assert deliver(bob, NOW + 2 * MINUTE) == 1
    assert len(post.sent) == limiting.MAILS_AN_HOUR
    assert post.sent[-1].kinds == ("reminder",)


# --- when it does not work ---------------------------------------------------------------------


def test_what_did_not_work_is_tried_again_later_each_time(bob, post):
    bobs_turn(bob, pace={"days": 3})
    post.troubles["mail", "bob"] = Temporary("the server is busy")
    tries, now = [], LATER
    while mails(bob) == [("waiting", "the server is busy")] or now == LATER:
        deliver(bob, now)
        tries.append(now)
        now = Notice.objects.get(channel="mail").due_at
    assert [after - before for before, after in pairwise(tries)] == [minutes * MINUTE for minutes in (1, 5, 15, 60)]
    assert mails(bob) == [("failed", "the server is busy")]
    assert NoticeSettings.objects.filter(mail_broken_at__isnull=False).count() == 0


def test_a_mistake_of_ours_is_tried_again_and_logged(bob, post, caplog):
    bobs_turn(bob)
    post.troubles["mail", "bob"] = KeyError("secret")
    deliver(bob)
    assert mails(bob) == [("waiting", "broken")]
    assert "could not be made" in caplog.text
    del post.troubles["mail", "bob"]
    deliver(bob, LATER + MINUTE)
    assert mails(bob) == [("sent", "")]


def test_an_address_that_bounces_is_given_up_and_push_steps_in(bob, post):
    bobs_turn(bob)
    with_push(bob)
    post.troubles["mail", "bob"] = Permanent("no such mailbox")
    deliver(bob)
    assert mails(bob) == [("bounced", "no such mailbox")]
    assert NoticeSettings.objects.get(user=bob).mail_broken_at == LATER
    deliver(bob, LATER + MINUTE)
    stand_in = Notice.objects.get(user=bob, channel="push")
    assert (stand_in.state, stand_in.instead_of, stand_in.kind) == ("sent", "mail", "your_turn")
    assert Notice.objects.get(user=bob, channel="site").instead_of == "mail"


def test_another_channel_steps_in_while_there_is_time_for_the_turn(bob, post):
    """The next attempt would come when the turn is over."""
    game = bobs_turn(bob, pace={"days": 1})
    Notice.objects.all().delete()
    due = NOW + 24 * HOUR
    reminding.remind(game_id=game.pk, now=due - 4 * MINUTE)
    with_push(bob)
    post.troubles["mail", "bob"] = Temporary("the server is busy")
    deliver(bob, due - 3 * MINUTE)
    assert mails(bob) == [("waiting", "the server is busy")]
    deliver(bob, due - 2 * MINUTE)
    assert mails(bob) == [("failed", "the server is busy")]
    deliver(bob, due - MINUTE)
    assert post.to(bob, "push") == [("last_reminder",)]


def test_what_another_channel_brings_anyway_is_not_repeated(bob, post):
    with_push(bob)
    bobs_turn(bob)
    post.troubles["push", "bob"] = Permanent("gone")
    deliver(bob)
    deliver(bob, LATER + HOUR)
    assert post.to(bob) == [("your_turn",)]
    assert Notice.objects.get(user=bob, channel="mail").instead_of == ""
    assert Notice.objects.get(user=bob, channel="site").instead_of == "push"


def test_mail_does_not_step_in_where_it_was_refused(bob, post):
    with_push(bob)
    NoticeSettings.objects.create(user=bob, wanted={"your_turn": ["site", "push"]})
    bobs_turn(bob)
    post.troubles["push", "bob"] = Permanent("gone")
    deliver(bob)
    assert not Notice.objects.filter(channel="mail").exists()
    assert Notice.objects.get(user=bob, channel="site").instead_of == "push"


def test_a_mail_that_steps_in_is_not_sent_once_it_is_refused(bob, post):
    with_push(bob)
    NoticeSettings.objects.create(user=bob)
    bobs_turn(bob)
    Notice.objects.filter(channel="mail").delete()
    post.troubles["push", "bob"] = Permanent("gone")
    deliver(bob, NOW + MINUTE)
    assert mails(bob) == [("waiting", "")]
    turn_mail(bob, "your_turn", on=False)
    deliver(bob, LATER + MINUTE)
    assert mails(bob) == [("suppressed", "unwanted")]


def test_whoever_dies_before_another_channel_steps_in_has_given_nothing_up(bob, post, monkeypatch):
    def die(*_arguments: object) -> None:
        raise SystemExit

    bobs_turn(bob)
    with_push(bob)
    post.troubles["mail", "bob"] = Permanent("no such mailbox")
    monkeypatch.setattr(failing, "step_in", die)
    with pytest.raises(SystemExit):
        deliver(bob)
    assert mails(bob) == [("claimed", "")]


def test_channels_that_fail_in_turn_come_to_an_end(bob, post):
    bobs_turn(bob)
    with_push(bob)
    post.troubles["push", "bob"] = post.troubles["mail", "bob"] = Permanent("gone")
    for minute in range(5):
        deliver(bob, LATER + minute * MINUTE)
    states = dict(Notice.objects.filter(user=bob).values_list("channel", "state"))
    assert states == {"site": "sent", "mail": "bounced", "push": "failed"}


def test_a_channel_that_is_gone_lets_another_step_in(bob, post):
    with_push(bob)
    with_webhook(bob)
    NoticeSettings.objects.create(user=bob, wanted={})
    bobs_turn(bob)
    Notice.objects.filter(channel__in=["mail", "push"]).delete()
    Webhook.objects.all().delete()
    deliver(bob)
    assert Notice.objects.get(channel="webhook").reason == "no_channel"
    deliver(bob, LATER + MINUTE)
    assert post.to(bob, "push") == [("your_turn",)]


def test_a_webhook_that_keeps_failing_is_given_up(bob, post):
    with_webhook(bob)
    post.troubles["webhook", "bob"] = Temporary("500")
    for number in range(3):
        assert Webhook.objects.get().broken_at is None
        bobs_turn(bob, f"player-{number}")
        for hour in range(1, 6):
            Notice.objects.filter(channel="webhook", state="waiting").update(due_at=NOW)
            deliver(bob, NOW + hour * HOUR)
    assert Webhook.objects.get().broken_at == NOW + 5 * HOUR


# --- claims ------------------------------------------------------------------------------------


def test_a_claim_whose_holder_died_is_given_back_and_counted(bob, post):
    bobs_turn(bob)
    assert len(claims.claim("mail", bob.pk, LATER)) == 1
    assert claims.give_back(now=LATER + 4 * MINUTE) == 0
    assert claims.give_back(now=LATER + 5 * MINUTE) == 1
    assert mails(bob) == [("waiting", "lost")]
    assert deliver(bob, LATER + 5 * MINUTE) == 1
    notice = Notice.objects.get(channel="mail")
    assert (notice.state, notice.perhaps_twice, notice.attempts) == ("sent", True, 2)


def test_somebody_who_was_only_slow_still_says_that_it_went_out(bob, post):
    bobs_turn(bob)
    batch = claims.claim("mail", bob.pk, LATER)
    claims.give_back(now=LATER + 5 * MINUTE)
    assert delivering.handle("mail", batch, LATER)
    assert deliver(bob, LATER + 6 * MINUTE) == 0
    assert mails(bob) == [("sent", "")]


def test_a_notice_that_kills_its_senders_is_given_up(bob, post):
    bobs_turn(bob)
    now = LATER
    for _attempt in range(delivering.ATTEMPTS):
        assert claims.claim("mail", bob.pk, now)
        now += 5 * MINUTE
        claims.give_back(now=now)
    deliver(bob, now)
    assert mails(bob) == [("failed", "lost")]
    assert post.sent == []


def test_each_call_of_a_webhook_is_one_notice(bob, post):
    with_webhook(bob)
    bobs_turn(bob)
    bobs_turn(bob, "cy")
    assert delivering.deliver_by("webhook", user_id=bob.pk, now=NOW + MINUTE) == 2
    assert post.to(bob, "webhook") == [("your_turn",), ("your_turn",)]


def test_a_server_in_trouble_is_asked_once_at_a_time(bob, post):
    """Else one that takes its time to fail would keep a worker from everybody else."""
    with_webhook(bob)
    bobs_turn(bob)
    bobs_turn(bob, "cy")
    post.troubles["webhook", "bob"] = Temporary("busy")
    delivering.deliver_by("webhook", user_id=bob.pk, now=NOW + MINUTE)
    assert sorted(Notice.objects.filter(channel="webhook").values_list("attempts", flat=True)) == [0, 1]


# --- reminders ---------------------------------------------------------------------------------


def reminders(bob: User) -> list[tuple[str, datetime]]:
    found = Notice.objects.filter(user=bob, channel="site", kind__in=["reminder", "last_reminder"])
    return list(found.order_by("pk").values_list("kind", "created_at"))


def remind(now: datetime) -> None:
    for game_id in reminding.due(now=now):
        reminding.remind(game_id=game_id, now=now)


def test_reminders_come_when_a_quarter_and_a_twentieth_of_the_time_is_left(bob):
    game = bobs_turn(bob, pace={"days": 1})
    first, last = NOW + 18 * HOUR, NOW + 22.8 * HOUR
    for now in (first - MINUTE, first, first + MINUTE, last - MINUTE, last, last + MINUTE):
        remind(now)
    assert reminders(bob) == [("reminder", first), ("last_reminder", last)]
    assert fresh(game).remind_at is None


def test_a_sweep_that_comes_late_reminds_once(bob):
    game = bobs_turn(bob, pace={"days": 1})
    remind(NOW + 23 * HOUR)
    remind(NOW + 23.5 * HOUR)
    assert [kind for kind, _at in reminders(bob)] == ["last_reminder"]
    assert fresh(game).remind_at is None


def test_nobody_is_reminded_of_a_turn_that_has_run_out(bob):
    bobs_turn(bob, pace={"days": 1})
    remind(NOW + 24 * HOUR)
    assert reminders(bob) == []


def test_time_that_was_given_brings_no_third_reminder(bob):
    game = bobs_turn(bob, pace={"days": 1})
    remind(NOW + 18 * HOUR)
    Game.objects.filter(pk=game.pk).update(remind_at=NOW + 19 * HOUR)
    remind(NOW + 19 * HOUR)
    remind(NOW + 23 * HOUR)
    Game.objects.filter(pk=game.pk).update(remind_at=NOW + 23 * HOUR)
    remind(NOW + 23.2 * HOUR)
    assert [kind for kind, _at in reminders(bob)] == ["reminder", "last_reminder"]


def test_a_reminder_comes_though_the_table_was_seen(bob, post):
    game = bobs_turn(bob, pace={"days": 1})
    opened_table(bob, game.pk, fresh(game).version, NOW)
    deliver(bob)
    remind(NOW + 18 * HOUR)
    deliver(bob, NOW + 18 * HOUR + MINUTE)
    assert post.to(bob) == [("reminder",)]


def test_a_reminder_is_not_sent_to_whoever_saw_it_on_the_page(bob, post):
    game = bobs_turn(bob, pace={"days": 1})
    remind(NOW + 18 * HOUR)
    opened_table(bob, game.pk, fresh(game).version, NOW + 18 * HOUR)
    deliver(bob, NOW + 18 * HOUR + MINUTE)
    assert post.sent == []


def test_both_reminders_are_one_choice(bob):
    NoticeSettings.objects.create(user=bob, wanted={"reminder": ["site"]})
    bobs_turn(bob, pace={"days": 1})
    remind(NOW + 18 * HOUR)
    remind(NOW + 23 * HOUR)
    assert not Notice.objects.filter(channel="mail", kind__in=["reminder", "last_reminder"]).exists()


# --- reading and tidying -----------------------------------------------------------------------


def test_everybody_reads_their_own_log(bob, post):
    bobs_turn(bob)
    deliver(bob)
    assert [(notice.channel, notice.state) for notice in reading.delivery_log(bob)] == [
        ("mail", "sent"),
        ("site", "sent"),
    ]
    assert list(reading.delivery_log(person("eve"))) == []


def test_old_notices_are_forgotten(bob):
    bobs_turn(bob)
    assert sweeping.forget_old_notices(now=NOW + timedelta(days=89)) == 0
    assert sweeping.forget_old_notices(now=NOW + timedelta(days=90)) == 2
