"""A real mail server for tests, on this machine."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from django.test import override_settings


class PostOffice:
    """Takes mails, or refuses them with the answers it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.envelopes: list[Any] = []
        self.answer_to_sender = self.answer_to_recipient = self.answer_to_data = ""

    async def handle_MAIL(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if self.answer_to_sender:
            return self.answer_to_sender
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if self.answer_to_recipient:
            return self.answer_to_recipient
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        if self.answer_to_data:
            return self.answer_to_data
        self.envelopes.append(envelope)
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 OK"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def post_office(office: PostOffice | None = None) -> Iterator[PostOffice]:
    office = office or PostOffice()
    controller = Controller(office, hostname="127.0.0.1", port=free_port())
    controller.start()
    reached = override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=controller.port,
        EMAIL_HOST_USER="",
        EMAIL_USE_TLS=False,
        EMAIL_USE_SSL=False,
    )
    try:
        with reached:
            yield office
    finally:
        controller.stop()
