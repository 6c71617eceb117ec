"""Many workers at the same moment: each notice goes out once."""

from collections import Counter
from datetime import timedelta

import pytest

from games.models import Notice, NoticeSettings
from games.services.notices import claims, delivering, limiting, reminding
from tests.games.notices.channels import Post, instead_of_channels
from tests.games.test_at_once import at_once
from tests.tables import NOW, people, person, play_turn, running_game

pytestmark = pytest.mark.django_db(transaction=True)

LATER = NOW + timedelta(minutes=11)
WORKERS = 12


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    return instead_of_channels(monkeypatch)


def test_many_workers_send_one_mail(post):
    _ada, bob = users = people("ada", "bob")
    play_turn(running_game(*users, order="fixed"))
    outcomes = at_once([lambda: delivering.deliver(user_id=bob.pk, now=LATER) for _worker in range(WORKERS)])
    assert Counter(outcomes) == {1: 1, 0: WORKERS - 1}
    assert len(post.sent) == 1
    assert Notice.objects.get(user=bob, channel="mail").attempts == 1


def test_many_sweeps_send_everybody_one_mail(post):
    ada = person("ada")
    others = people(*(f"player-{number}" for number in range(8)))
    for other in others:
        play_turn(running_game(ada, other, order="fixed"))

    def sweep() -> int:
        return sum(
            delivering.deliver_by("mail", user_id=pk, now=LATER) for pk in delivering.waiting_for("mail", now=LATER)
        )

    outcomes = at_once([sweep for _worker in range(WORKERS)])
    assert sum(outcomes) == len(post.sent) == len(others)
    assert {message.to for message in post.sent} == {other.username for other in others}


def test_a_reminder_is_written_once(post):
    _ada, bob = users = people("ada", "bob")
    game = running_game(*users, order="fixed", pace={"days": 1})
    play_turn(game)
    now = NOW + timedelta(hours=18)
    outcomes = at_once([lambda: reminding.remind(game_id=game.pk, now=now) for _worker in range(WORKERS)])
    assert Counter(outcomes) == {True: 1, False: WORKERS - 1}
    assert Notice.objects.filter(user=bob, kind="reminder", channel="mail").count() == 1


def test_the_limit_of_mails_holds_for_workers_at_the_same_time(post, monkeypatch):
    """Each takes one notice, as if they came one by one."""
    ada, bob = people("ada", "bob")
    NoticeSettings.objects.create(user=bob, mail_mode="at_once")
    monkeypatch.setitem(claims.AT_A_TIME, "mail", 1)
    monkeypatch.setattr(delivering, "MESSAGES_IN_A_ROW", 1)
    for _game in range(WORKERS):
        play_turn(running_game(ada, bob, order="fixed"))
    at_once([lambda: delivering.deliver(user_id=bob.pk, now=LATER) for _worker in range(WORKERS)])
    assert len(post.sent) <= limiting.MAILS_AN_HOUR - limiting.FOR_REMINDERS
    assert not Notice.objects.filter(user=bob, state="claimed").exists()


def test_claims_are_given_back_once(post):
    _ada, bob = users = people("ada", "bob")
    play_turn(running_game(*users, order="fixed"))
    claims.claim("mail", bob.pk, LATER)
    later = LATER + claims.PATIENCE
    outcomes = at_once([lambda: claims.give_back(now=later) for _worker in range(WORKERS)])
    assert sum(outcomes) == 1
