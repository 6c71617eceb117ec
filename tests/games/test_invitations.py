import re
from contextlib import suppress
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from games.channels.trouble import Temporary
from games.models import QuietAddress
from games.services import invitations, lobby
from tests.channels.postoffice import post_office
from tests.tables import NOW, open_table, people, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    (ada,) = people("ada")
    return open_table(ada, {"invite": "someone@example.org"}, public=False)


def send(table, now=NOW):
    return invitations.mail_invitation(invitation_id=table.invitations.get().pk, now=now)


def test_an_invitation_is_mailed_once(table):
    assert send(table)
    assert not send(table)
    (message,) = mail.outbox
    assert message.to == ["someone@example.org"]
    assert message.subject == "ada invites you to play Einfach Genial"
    assert f"/table/{table.pk}/?link={table.invitations.get().token}" in message.body
    assert table.link not in message.body


def test_a_mail_whose_task_was_lost_is_found(table):
    assert invitations.not_mailed(now=NOW + timedelta(minutes=4)) == []
    assert invitations.not_mailed(now=NOW + timedelta(minutes=6)) == [table.invitations.get().pk]
    send(table)
    assert invitations.not_mailed(now=NOW + timedelta(minutes=6)) == []


def test_a_mail_that_could_not_be_sent_is_tried_again(table, monkeypatch):
    def broken(*_args: object, **_kwargs: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", broken)
        assert not send(table)
    again = NOW + invitations.BACK_OFF[0]
    assert not send(table, again - timedelta(seconds=1))
    assert invitations.not_mailed(now=again) == [table.invitations.get().pk]
    assert send(table, again)
    assert invitations.not_mailed(now=again + timedelta(days=1)) == []


@pytest.mark.parametrize("trouble", [Temporary("it is ill"), SystemExit()], ids=["trouble", "death"])
def test_a_mail_that_never_goes_out_is_given_up_in_the_end(table, monkeypatch, trouble):
    messages = []

    def fail(message: object) -> None:
        messages.append(message)
        raise trouble

    monkeypatch.setattr("games.channels.mail.send", fail)
    now, pauses = NOW, []
    for _attempt in range(20):
        with suppress(SystemExit):
            assert not send(table, now)
        invitation = table.invitations.get()
        if invitation.mailed_at:
            break
        pauses.append(invitation.due_at - now)
        now = invitation.due_at
        assert invitations.not_mailed(now=now - timedelta(seconds=1)) == []
        assert invitations.not_mailed(now=now) == [invitation.pk]
    assert len(messages) == invitations.ATTEMPTS
    assert invitations.not_mailed(now=now + timedelta(days=9)) == []
    died = isinstance(trouble, SystemExit)  # which the next one finds out
    assert pauses == ([invitations.PATIENCE] * invitations.ATTEMPTS if died else list(invitations.BACK_OFF))


def test_a_worker_that_dies_while_it_mails_loses_no_invitation(table, monkeypatch):
    def die(*_args: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("games.channels.mail.send", die)
        with pytest.raises(SystemExit):
            send(table)
    invitation = table.invitations.get()
    assert not send(table)  # for all that others know, it is on its way
    later = NOW + invitations.PATIENCE
    assert invitations.not_mailed(now=later) == [invitation.pk]
    assert invitations.mail_invitation(invitation_id=invitation.pk, now=later)
    assert len(mail.outbox) == 1
    assert invitations.not_mailed(now=later + invitations.PATIENCE) == []


def test_nothing_is_mailed_for_a_table_that_was_cancelled(table):
    invitation = table.invitations.get()
    lobby.cancel(game_id=table.pk, host=table.host, now=NOW)
    assert not invitations.mail_invitation(invitation_id=invitation.pk, now=NOW)
    assert mail.outbox == []


def test_a_name_cannot_add_headers_to_the_mail(table):
    table.host.username = "ada\nBcc: victim@example.org"
    table.host.save()
    send(table)
    assert "Bcc" not in mail.outbox[0].message()


def off_address(message):
    """Where this mail says that it can be turned off."""
    found = re.search(r"/invitations/off/\S+/", message.body)
    assert found
    return found[0]


def test_a_mail_has_a_page_too_and_can_be_turned_off_with_one_click(table, settings):
    settings.SITE_URL = urlsplit("https://play.example.org")
    with post_office() as office:
        assert send(table)
    [message] = office.mails
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].strip().startswith("<https://play.example.org/invitations/off/")
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["References"] == f"<game-{table.pk}@play.example.org>"
    page = message.get_body(("html",))
    assert page
    assert f"https://play.example.org/table/{table.pk}/?link=" in page.get_content()


def test_an_address_that_is_gone_is_not_tried_again(table, caplog):
    with post_office() as office:
        office.answer_to_recipient = "550 5.1.1 No such user"
        assert not send(table)
    assert invitations.not_mailed(now=NOW + timedelta(hours=1)) == []
    assert "No such user" in caplog.text


def test_looking_changes_nothing_and_one_click_ends_invitations(table):
    send(table)
    where, client = off_address(mail.outbox[0]), Client(enforce_csrf_checks=True)
    assert "No more invitations to this address" in client.get(where).text
    assert not QuietAddress.objects.exists()
    for _twice in range(2):
        assert client.post(where, {"List-Unsubscribe": "One-Click"}).status_code == 200
    kept = QuietAddress.objects.get()
    assert "someone" not in str(vars(kept))
    assert "any more" in client.get(where).text
    # Whoever invites does not learn of it.
    assert not send(open_table(person("bob"), {"invite": "Someone@Example.org"}))
    assert len(mail.outbox) == 1
    client.post(where, {"do": "undo"})
    assert not QuietAddress.objects.exists()


def test_what_was_on_its_way_is_not_sent_after_that(table):
    invitations.want_no_more(invitations.fingerprint("SOMEONE@example.org"), NOW)
    assert not send(table)
    assert mail.outbox == []
    assert invitations.not_mailed(now=NOW + timedelta(hours=1)) == []


@pytest.mark.parametrize("token", ["x", "ImEi:1xTcv1:aawqzExcro-UnvVb6Ol8n2lSTIgoqUvqD70l0LgeTSc"])
def test_nobody_turns_off_an_address_of_their_choice(token):
    answer = Client().post(f"/invitations/off/{token}/")
    assert answer.status_code == 404
    assert not QuietAddress.objects.exists()
