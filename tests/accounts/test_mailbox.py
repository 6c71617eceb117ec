"""A site without a mail server: its operator reads the mails and hands them over."""

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client

from tests.accounts.accounts import account, sign_in, text

pytestmark = pytest.mark.django_db

MAILS = "/operator/mails/"
PRIVATE_FILES = "genial_site.mail.PrivateFiles"


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    settings.EMAIL_BACKEND = PRIVATE_FILES
    return tmp_path / "mail"


def write(subject: str, body: str, to: str = "ada@example.org") -> None:
    message = EmailMultiAlternatives(subject, body, to=[to], connection=get_connection(PRIVATE_FILES))
    message.attach_alternative("<p>in colour</p>", "text/html")
    message.send()


def test_mails_are_read_with_their_links(folder: Path) -> None:
    account("op", is_staff=True, is_superuser=True)
    write("A new pässword", "Here:\nhttp://127.0.0.1:8000/account/forgotten/1-x/\n\n-- \n<b>not markup</b>")
    answer = sign_in("op").get(MAILS)
    page = text(answer)
    assert "A new pässword" in page
    assert "to ada@example.org" in page
    assert 'href="http://127.0.0.1:8000/account/forgotten/1-x/"' in page
    assert b"<b>not markup" not in answer.content
    assert "in colour" not in page
    assert folder.stat().st_mode & 0o777 == 0o700


def test_they_are_for_operators_alone(folder: Path) -> None:
    write("Secret", "secret")
    account("ada", is_staff=True)  # a moderator
    assert Client().get(MAILS)["Location"] == f"/account/sign-in/?next={MAILS}"
    refused = sign_in("ada").get(MAILS)
    assert refused.status_code == 403
    assert "Secret" not in text(refused)
    assert sign_in("ada").post(MAILS).status_code == 403
    assert len(list(folder.iterdir())) == 1


def test_the_newest_come_first_and_all_can_be_deleted(folder: Path) -> None:
    account("op", is_staff=True, is_superuser=True)
    client = sign_in("op")
    assert "There are none." in text(client.get(MAILS))
    write("First", "1")
    write("Second", "2")
    page = text(client.get(MAILS))
    assert page.index("Second") < page.index("First")
    client.post(MAILS)
    assert list(folder.iterdir()) == []


def test_a_file_that_is_no_mail_breaks_nothing(folder: Path) -> None:
    account("op", is_staff=True, is_superuser=True)
    write("First", "1")
    (folder / "20990101-000000-1.log").write_bytes(b"\xff\x00 nonsense")
    assert sign_in("op").get(MAILS).status_code == 200
