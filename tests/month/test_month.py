"""The promises of docs/notices.md, kept over a month of play."""

from datetime import datetime

import pytest

from games.models import Notice
from games.services.notices import delivering, timing

from .figures import figures
from .playing import Month

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_month_keeps_its_promises() -> None:
    month = Month()
    world = month.live()
    found = figures(month, world)
    print(found)
    assert {promise: cases[:5] for promise, cases in found.wrong.items() if cases} == {}
    assert found.counted["people"] == 200
    assert found.counted["games"] == 300
    # Else the month would show nothing.
    for what, least in {
        "turns that ran out": 50,
        "mails": 500,
        "push messages": 100,
        "calls of webhooks": 100,
        "through another channel instead": 1,
        "perhaps sent twice": 5,
        "calls that the queue lost": 20,
        "reminders in quiet hours, before a deadline in them": 3,
        "most mails within an hour": 5,
    }.items():
        assert found.counted[what] >= least, what
    assert found.counted["latest time-out, seconds after the deadline"] <= 60


def loses_all(channel: str, *, user_id: int, now: datetime) -> int:
    Notice.objects.filter(user=user_id, channel=channel, state="waiting", due_at__lte=now).delete()
    return 0


def knows_no_night(_kind: str, _channel: str, _reader: object, _deadline: object, at: datetime) -> datetime:
    return at


def forgets_the_limit(*_arguments: object) -> None:
    return None


@pytest.mark.parametrize(
    ("broken", "instead", "promises"),
    [
        ("deliver_by", loses_all, {"turns that ran out without a notice"}),
        ("awake", knows_no_night, {"messages in quiet hours"}),
        ("free_at", forgets_the_limit, {"more mails an hour than promised"}),
    ],
)
def test_a_month_shows_a_promise_that_is_broken(broken, instead, promises, monkeypatch) -> None:
    """In a short one, of few people who play a lot."""
    monkeypatch.setattr(delivering, broken, instead)
    if hasattr(timing, broken):
        monkeypatch.setattr(timing, broken, instead)
    month = Month(users=12, games=38, days=12)
    found = figures(month, month.live())
    assert {promise for promise, cases in found.wrong.items() if cases} == promises
