"""What no log may hold."""

import secrets

import pytest

from genial_site.operation.redacting import redacted

LINK = "Zq3v-_8fKpQ2mXcT1uYw9A"
KEY = "k3j9x0q2m5n8b7v6c4z1a0s9d8f7g6h5"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("cannot mail ada.lovelace+games@example.org now", "lovelace"),
        ("SMTPRecipientsRefused: {'ada@example.org': (550, b'no such user')}", "ada@"),
        ("ada@localhost", "ada@"),
        ("postgres://genial:hunter22@db/genial does not answer", "hunter22"),
        ("Authorization: Bearer genial_abc", "genial_abc"),
        ("authorization: Basic YWRhOnNlY3JldA==", "YWRhOnNlY3JldA"),
        (f"Cookie: sessionid={KEY}; theme=dark", KEY),
        (f"Session {KEY} is gone", KEY),
        ('{"password": "correct horse", "name": "ada"}', "correct"),
        ("password1='correct horse battery'", "correct horse"),
        (f"GET /table/1/?link={LINK}", LINK),
        (f"link={LINK}", LINK),
        ("/unsubscribe/short-one/", "short-one"),
        ("/feeds/calendar/short-one.ics", "short-one"),
        ("/invitations/off/short-one/", "short-one"),
        ("/lobby/?next=anything", "anything"),
        ("token whsec_abc", "whsec_abc"),
        ("secret=b'uP%\\x06\\x98HN\\xdb'", "\\x98HN"),
        ('the state {"format":"genial-state/1","rules":"genial","bag":["RB"],"hands":[["RR"]]} broke', "RB"),
        ('KeyError: \'{\\"format\\": \\"genial-state/1\\", \\"bag\\": 7}\'', "bag"),
        ("IntegrityError: no\nDETAIL:  Failing row contains (7, ada, rack RR).\n\nmore", "rack"),
        ("no\nDETAIL: one\ntwo rack\nCONTEXT: three", "two"),
        ("[parameters: ('ada', 'hunter22')]", "hunter22"),
    ],
)
def test_a_secret_is_hidden(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redacted(text)


@pytest.mark.parametrize("draw", [lambda: secrets.token_urlsafe(16), lambda: secrets.token_hex(32)])
def test_whatever_was_drawn_by_chance_is_hidden(draw: object) -> None:
    drawn = [draw() for _time in range(500)]  # type: ignore[operator]
    assert [text for text in drawn if text in redacted(f"broken: {text}, again")] == []


@pytest.mark.parametrize(
    "text",
    [
        "A sweep could not deal with 5f0c9a4e-1f0b-4c39-9f0a-2f1a7f3f6d10.",
        'File "/opt/genial/games/services/notices/delivering.py", line 120, in hold_back_what_is_too_early',
        "django.db.utils.OperationalError: database is locked",
        "games.0006_clocks_and_notices is missing",
        "celery.exceptions.SoftTimeLimitExceeded: SoftTimeLimitExceeded()",
        "rest_framework.exceptions.AuthenticationFailedBecauseOfSomething",
        "The broker does not answer; games.tasks.play_bot_turn waits for the next sweep.",
        "took 12.5 s at 2026-11-18T08:00:00",
    ],
)
def test_what_tells_an_operator_something_stays(text: str) -> None:
    assert redacted(text) == text


def test_what_stands_around_a_secret_stays() -> None:
    assert redacted("no\nDETAIL: one\n\nThe above exception") == "no\nDETAIL: [hidden]\n\nThe above exception"
    assert redacted("at /table/7/?link=abc now") == "at /table/7/?[hidden] now"
