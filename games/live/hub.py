"""The open streams of this process, by what they wait for."""

import asyncio
from contextlib import suppress
from typing import Protocol
from uuid import UUID

from django.conf import settings

from .listening import listen
from .messages import Message, Told

Topic = UUID | int  # a game, or a user


class Reader(Protocol):
    """A stream, as the hub knows it; nothing here may block."""

    def put(self, message: Message) -> None: ...

    def look_again(self) -> None:
        """Messages may have been lost."""

    def close(self) -> None: ...


class Hub:
    """All but `deliver_from_any_thread` belongs to the thread of the event loop."""

    def __init__(self) -> None:
        self.readers: dict[Topic, set[Reader]] = {}
        self.closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: asyncio.Task[None] | None = None

    def add(self, topic: Topic, reader: Reader) -> None:
        self.open()
        self.readers.setdefault(topic, set()).add(reader)

    def remove(self, topic: Topic, reader: Reader) -> None:
        readers = self.readers.get(topic, set())
        readers.discard(reader)
        if not readers:
            self.readers.pop(topic, None)

    def open(self) -> None:
        """Listen to the broker, if there is one, on the loop of whoever asks first."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        if settings.REDIS_URL:
            self._listener = loop.create_task(listen(settings.REDIS_URL, self.deliver, self.look_again))

    def deliver(self, message: Message) -> None:
        topics: tuple[Topic, ...] = message.user_ids if isinstance(message, Told) else (message.game_id,)
        for topic in topics:
            for reader in tuple(self.readers.get(topic, ())):
                reader.put(message)

    def deliver_from_any_thread(self, message: Message) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # a loop that has just closed needs to hear nothing
                self._loop.call_soon_threadsafe(self.deliver, message)

    def look_again(self) -> None:
        for reader in self.everybody():
            reader.look_again()

    def everybody(self) -> list[Reader]:
        return [reader for readers in self.readers.values() for reader in readers]

    def close(self) -> None:
        """End every stream, and take no more."""
        self.closed = True
        for reader in self.everybody():
            reader.close()
        if self._listener is not None:
            self._listener.cancel()


HUB = Hub()
