"""The promises of docs/notices.md, kept over a month of play."""

import pytest

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
