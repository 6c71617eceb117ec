from datetime import timedelta

import pytest
from django.core import mail

from games.services import invitations, lobby
from tests.tables import NOW, open_table, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    (ada,) = people("ada")
    return open_table(ada, {"invite": "someone@example.org"}, public=False)


def send(table):
    return invitations.mail_invitation(invitation_id=table.invitations.get().pk, now=NOW)


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
        with pytest.raises(ConnectionRefusedError):
            send(table)
    assert send(table)


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
