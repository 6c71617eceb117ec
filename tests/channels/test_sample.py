"""`manage.py send_test_mail`, with a real mail server."""

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from .postoffice import free_port, post_office


@pytest.fixture
def office():
    with post_office() as office:
        yield office


def test_a_test_mail_arrives_with_a_picture(office, capsys):
    call_command("send_test_mail", "ada@example.org")
    [message], [envelope] = office.mails, office.envelopes
    assert envelope.rcpt_tos == ["ada@example.org"]
    assert message["Subject"] == "A test mail from Genial"
    assert [part.get_content_type() for part in message.walk()][-1] == "image/png"
    assert "was handed to 127.0.0.1:" in capsys.readouterr().out


def test_it_can_be_had_in_another_language(office):
    call_command("send_test_mail", "ada@example.org", language="de")
    page = office.mails[0].get_body(("html",))
    assert page
    assert '<html lang="de">' in page.get_content()


def test_a_refusal_is_told_in_a_sentence(office):
    office.answer_to_recipient = "550 5.1.1 No such user"
    with pytest.raises(CommandError, match=r"could not be sent to 127.0.0.1:\d+: 550 5.1.1 No such user") as refusal:
        call_command("send_test_mail", "ada@example.org")
    assert refusal.value.returncode == 1


def test_a_server_that_is_away_is_told_in_a_sentence(office):
    with override_settings(EMAIL_PORT=free_port()), pytest.raises(CommandError, match="EMAIL_URL says where mails go"):
        call_command("send_test_mail", "ada@example.org")


def test_an_address_that_is_none_is_told_in_a_sentence():
    with pytest.raises(CommandError, match="no e-mail address"):
        call_command("send_test_mail", "ada")
