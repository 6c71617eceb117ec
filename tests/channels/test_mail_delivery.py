"""From a turn to a mail: the row, the reader's language and clock, and what a refusal leads to."""

import re
from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Notice, NoticeSettings
from games.services.notices.delivering import deliver
from tests.tables import NOW, bystander, mover, people, play_turn, running_game

from .postoffice import post_office

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=15)


@pytest.fixture
def office():
    with post_office() as office:
        yield office


@pytest.fixture
def told():
    """Somebody whose turn it has become."""
    game = running_game(*people("ada", "bob"))
    Notice.objects.all().delete()
    reader = bystander(game)
    User.objects.filter(pk=reader.pk).update(language="de", time_zone="Asia/Tokyo")
    play_turn(game)
    assert mover(game) == reader
    return reader


def mailed(user):
    return Notice.objects.get(user=user, channel=Notice.Channel.MAIL)


def test_a_turn_is_mailed_in_the_readers_language_and_by_their_clock(told, office):
    deliver(user_id=told.pk, now=LATER)
    [message] = office.mails
    page = message.get_body(("html",))
    assert page
    assert '<html lang="de">' in page.get_content()
    assert re.search(r"\bSa\b.{0,3}21\. Nov.{0,4}17:00", page.get_content())
    row = mailed(told)
    assert row.state == Notice.State.SENT
    assert row.message_id == message["Message-ID"]


def test_nothing_is_mailed_twice(told, office):
    deliver(user_id=told.pk, now=LATER)
    deliver(user_id=told.pk, now=LATER)
    assert len(office.mails) == 1


def test_an_address_that_is_gone_bounces_and_is_given_up(told, office):
    office.answer_to_recipient = "550 5.1.1 No such user"
    deliver(user_id=told.pk, now=LATER)
    row = mailed(told)
    assert (row.state, row.reason) == (Notice.State.BOUNCED, "550 5.1.1 No such user")
    assert NoticeSettings.objects.get(user=told).mail_broken_at == LATER


def test_a_server_that_is_busy_is_asked_again(told, office):
    office.answer_to_recipient = "451 4.7.1 Greylisted"
    deliver(user_id=told.pk, now=LATER)
    row = mailed(told)
    assert (row.state, row.reason) == (Notice.State.WAITING, "451 4.7.1 Greylisted")
    office.answer_to_recipient = ""
    deliver(user_id=told.pk, now=row.due_at)
    assert len(office.mails) == 1
    assert mailed(told).state == Notice.State.SENT
