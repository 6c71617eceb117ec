"""How a program reads and changes how its owner is told."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Notice, NoticeSettings, PushSubscription, Webhook
from tests.api.callers import Caller, code
from tests.tables import NOW, running_game

pytestmark = pytest.mark.django_db


def test_the_defaults_are_told(ada: Caller) -> None:
    told = ada.get("me/notices/").json()
    assert told["wanted"]["your_turn"] == ["site", "mail", "push", "webhook"]
    assert told["wanted"]["mention"] == ["site", "push", "webhook"]
    assert (told["mail_mode"], told["mail_delay"], told["quiet_from"], told["webhook"]) == ("merged", 10, None, None)
    assert not NoticeSettings.objects.exists()


def test_what_is_sent_is_changed_and_nothing_else(ada: Caller) -> None:
    changes = {"wanted": {"over": ["site"]}, "quiet_from": "22:30", "quiet_until": "07:00", "mail_mode": "digest"}
    told = ada.patch("me/notices/", changes).json()
    assert told["wanted"]["over"] == ["site"]
    assert told["wanted"]["your_turn"] == ["site", "mail", "push", "webhook"]
    assert (told["quiet_from"], told["quiet_until"], told["mail_mode"]) == ("22:30", "07:00", "digest")
    assert ada.get("me/notices/").json() == told
    told = ada.patch("me/notices/", {"quiet_from": None, "quiet_until": None, "digest_hour": 23}).json()
    assert (told["quiet_from"], told["digest_hour"], told["mail_mode"]) == (None, 23, "digest")
    assert NoticeSettings.objects.get().wanted == {"over": ["site"]}


@pytest.mark.parametrize(
    "changes",
    [
        {"wanted": []},
        {"wanted": {"over": "mail"}},
        {"wanted": {"over": ["pigeon"]}},
        {"wanted": {"over": [["mail"]]}},
        {"wanted": {"last_reminder": ["mail"]}},
        {"wanted": {"nonsense": []}},
        {"mail_mode": "never"},
        {"mail_mode": None},
        {"mail_delay": 0},
        {"mail_delay": 121},
        {"mail_delay": "10"},
        {"mail_delay": True},
        {"digest_hour": 24},
        {"digest_hour": 7.5},
        {"quiet_from": "22:00"},
        {"quiet_from": "22:00", "quiet_until": "22:00"},
        {"quiet_from": "25:00", "quiet_until": "07:00"},
        {"quiet_from": "22h00", "quiet_until": "07:00"},
        {"quiet_from": 22, "quiet_until": 7},
        {"calendar_epoch": 1},
        {"mail_broken_at": None},
        {"user": 2},
    ],
)
def test_nonsense_is_refused_and_changes_nothing(ada: Caller, changes: dict[str, object]) -> None:
    before = ada.patch("me/notices/", {"mail_delay": 20}).json()
    response = ada.patch("me/notices/", {"wanted": {"your_turn": []}, **changes})
    assert (response.status_code, code(response)) == (400, "malformed")
    assert ada.get("me/notices/").json() == before


def test_a_webhook_is_told_without_its_secret(ada: Caller, users: list[User]) -> None:
    Webhook.objects.create(user=users[0], url="https://hooks.example.org/", secret="whsec_hidden", created_at=NOW)
    PushSubscription.objects.create(user=users[0], endpoint="https://push.example.org/x", created_at=NOW)
    response = ada.get("me/notices/")
    assert response.json()["webhook"] == {"url": "https://hooks.example.org/", "broken_at": None}
    assert response.json()["push_devices"] == 1
    assert "whsec_hidden" not in response.content.decode()


def test_the_log_is_ones_own_and_says_why(ada: Caller, bob: Caller, users: list[User]) -> None:
    game = running_game(*users[:2], order="fixed")
    Notice.objects.all().delete()
    row = Notice.objects.create(
        user=users[0],
        kind="reminder",
        game=game,
        version=3,
        channel="mail",
        state="failed",
        reason="HTTP 500",
        instead_of="push",
        created_at=NOW,
        due_at=NOW + timedelta(minutes=1),
    )
    assert ada.get("me/notices/log/").json()["results"] == [
        {
            "kind": "reminder",
            "game": str(game.pk),
            "version": 3,
            "channel": "mail",
            "state": "failed",
            "reason": "The server answered HTTP 500.",
            "instead_of": "push",
            "created_at": "2026-11-18T08:00:00Z",
            "due_at": "2026-11-18T08:01:00Z",
            "sent_at": None,
            "seen_at": None,
        }
    ]
    assert bob.get("me/notices/log/").json()["results"] == []
    Notice.objects.filter(pk=row.pk).update(kind="mention", version=10**12)
    assert ada.get("me/notices/log/").json()["results"][0]["version"] == game.version


def test_the_log_has_pages(ada: Caller, users: list[User]) -> None:
    game = running_game(*users[:2], order="fixed")
    rows = [
        Notice(user=users[0], kind="over", game=game, version=n, channel="mail", created_at=NOW, due_at=NOW)
        for n in range(10, 35)
    ]
    Notice.objects.bulk_create(rows)
    first = ada.get("me/notices/log/?page_size=10").json()
    assert len(first["results"]) == 10
    assert first["next"]
    assert first["results"] != ada.get("me/notices/log/?page_size=10&page=2").json()["results"]
    assert ada.get("me/notices/log/?page=99").status_code == 404
