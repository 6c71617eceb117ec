"""What is outside the site: a mail server, push services and people's programs. They write down what they get."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.parser import BytesHeaderParser
from typing import Any
from unittest import mock

from games.channels import mail, push, webhook
from tests.channels.postoffice import PostOffice, post_office


@dataclass(frozen=True, slots=True)
class Received:
    channel: str
    to: str
    """The address of the mailbox, browser or program."""
    mark: str
    """What tells one message from another."""
    at: datetime


class MonthsPostOffice(PostOffice):
    """Refuses some for good, and others twice before it takes their mail."""

    def __init__(self, world: "World") -> None:
        super().__init__()
        self.world = world
        self.tries: Counter[str] = Counter()

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        self.tries[address] += 1
        if address.startswith("bounces"):
            return "550 5.1.1 There is no such mailbox"
        if address.startswith("busy") and self.tries[address] % 3:
            return "451 4.7.1 Come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        headers = BytesHeaderParser().parsebytes(envelope.content)
        self.world.note("mail", envelope.rcpt_tos[0], headers["Message-ID"])
        return "250 OK"


@dataclass
class World:
    now: Callable[[], datetime]
    received: list[Received] = field(default_factory=list)

    def note(self, channel: str, to: str, mark: str) -> None:
        self.received.append(Received(channel, to, mark, self.now()))

    def push_service(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        if "/gone/" in url:
            return 410
        self.note("push", url, f"{headers['Topic']} {self.now()}")
        return 201

    def program(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        if "/broken/" in url:
            return 500
        self.note("webhook", url, headers["Genial-Delivery"])
        return 204


@contextmanager
def the_world(now: Callable[[], datetime]) -> Iterator[World]:
    """Mails go through a real server. They have no pictures, which take most of their time and are tested elsewhere."""
    world = World(now)
    with (
        post_office(MonthsPostOffice(world)),
        mock.patch.object(mail, "MOST_PICTURES", 0),
        mock.patch.object(push, "post", world.push_service),
        mock.patch.object(webhook, "post", world.program),
    ):
        yield world
