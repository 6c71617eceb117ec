"""Channels that only write down what they would have sent, or fail as they are told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from accounts.models import User
from games.models import Notice, PushSubscription, Webhook
from games.services.notices import delivering
from tests.tables import NOW


@dataclass(frozen=True)
class Message:
    channel: str
    to: str
    kinds: tuple[str, ...]
    games: tuple[object, ...]
    at: datetime


@dataclass
class Post:
    """What went out, and what is to go wrong, by channel and reader."""

    sent: list[Message] = field(default_factory=list)
    troubles: dict[tuple[str, str], Exception] = field(default_factory=dict)

    def sender(self, channel: str):
        def deliver(user: User, notices: Sequence[Notice], now: datetime) -> str:
            if trouble := self.troubles.get((channel, user.username)):
                raise trouble
            kinds = tuple(notice.kind for notice in notices)
            games = tuple(notice.game_id for notice in notices)
            self.sent.append(Message(channel, user.username, kinds, games, now))
            return f"<{len(self.sent)}@example.org>"

        return deliver

    def to(self, user: User, channel: str = "mail") -> list[tuple[str, ...]]:
        return [message.kinds for message in self.sent if (message.channel, message.to) == (channel, user.username)]


def instead_of_channels(monkeypatch: pytest.MonkeyPatch) -> Post:
    post = Post()
    monkeypatch.setattr(delivering, "sender", post.sender)
    return post


def with_push(user: User) -> None:
    PushSubscription.objects.create(
        user=user, endpoint=f"https://push.example.org/{user.pk}", p256dh="p", auth="a", created_at=NOW
    )


def with_webhook(user: User) -> Webhook:
    return Webhook.objects.create(user=user, url="https://hook.example.org/", secret="s", created_at=NOW)
