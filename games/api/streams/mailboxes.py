"""What waits to be sent on one stream: bounded, however slow its reader is."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import selectors
from games.live.hub import Topic
from games.live.messages import Message, Moved, Talked, Told

from .refused import Refused

MOST_EVENTS = 1000  # a reader who is further behind had better begin anew


class Mailbox(ABC):
    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.must_look = False
        self.closed = False

    @abstractmethod
    def topic(self, user: User | AnonymousUser) -> Topic: ...

    @abstractmethod
    def look(self, user: User | AnonymousUser) -> Any:
        """What the database says; raises Refused where it says that this user may not know."""

    @abstractmethod
    def seen(self, found: Any) -> None:
        """Take in what `look` has found."""

    @abstractmethod
    def put(self, message: Message) -> None: ...

    @abstractmethod
    def take(self) -> bytes:
        """All that waits, as it goes over the wire."""

    def look_again(self) -> None:
        self.must_look = True
        self.news.set()

    def close(self) -> None:
        self.closed = True
        self.news.set()

    async def wait(self, seconds: float) -> bool:
        """Whether there was news within that time."""
        try:
            async with asyncio.timeout(seconds):
                await self.news.wait()
        except TimeoutError:
            return False
        self.news.clear()
        return True


class GameMailbox(Mailbox):
    """Holds the newest version alone, for it makes all earlier ones uninteresting; and whether people talked."""

    def __init__(self, game_id: UUID, known: int | None, reader: int | None, link: str) -> None:
        super().__init__()
        self.game_id = game_id
        self.reader = reader
        self.link = link
        self.sent = known
        self.waiting: int | None = None
        self.talked = False

    def topic(self, user: User | AnonymousUser) -> UUID:  # noqa: ARG002
        return self.game_id

    def look(self, user: User | AnonymousUser) -> int:
        version = selectors.stream_version(self.game_id, user, self.link)
        if version is None:
            raise Refused(HTTPStatus.NOT_FOUND, "not_found", _("There is no such game, or it is not for you to see."))
        return version

    def seen(self, found: int) -> None:
        # People come and go before the first turn, and the version says nothing of them.
        if self.sent is None or found > self.sent or found == 0:
            self.waiting = max(found, self.waiting or 0)

    def put(self, message: Message) -> None:
        if isinstance(message, Moved) and message.version >= max(self.sent or 0, self.waiting or 0):
            self.waiting = message.version
            self.news.set()
        elif isinstance(message, Talked) and message.is_for(self.reader):
            self.talked = True
            self.news.set()

    def take(self) -> bytes:
        moved, talked = self.take_version(), b"event: talked\ndata: {}\n\n" if self.talked else b""
        self.talked = False
        return moved + talked

    def take_version(self) -> bytes:
        if self.waiting is None:
            return b""
        self.sent, self.waiting = self.waiting, None
        return b'event: moved\nid: %d\ndata: {"version":%d}\n\n' % (self.sent, self.sent)


class AccountMailbox(Mailbox):
    """Holds each event of each game once."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[tuple[str, UUID], None] = {}

    def topic(self, user: User | AnonymousUser) -> int:
        return user.pk  # type: ignore[return-value]  # nobody else gets this far

    def look(self, user: User | AnonymousUser) -> list[UUID]:
        return selectors.games_waiting_for(user)  # type: ignore[arg-type]

    def seen(self, found: Iterable[UUID]) -> None:
        self.waiting |= {("your_turn", game_id): None for game_id in found}

    def put(self, message: Message) -> None:
        if isinstance(message, Told):
            self.waiting[message.event, message.game_id] = None
            self.news.set()
            if len(self.waiting) > MOST_EVENTS:
                self.close()

    def take(self) -> bytes:
        events = [f'event: {event}\ndata: {{"game":"{game_id}"}}\n\n' for event, game_id in self.waiting]
        self.waiting.clear()
        return "".join(events).encode()
