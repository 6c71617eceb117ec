"""Mails as files that nobody else on the machine can read: invitations carry secret links."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import filebased

logger = logging.getLogger(__name__)


class PrivateFiles(filebased.EmailBackend):
    def __init__(self, **options: Any) -> None:
        folder = options.pop("file_path", None) or settings.EMAIL_FILE_PATH
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(file_path=folder, **options)

    def open(self) -> bool:
        Path(self._get_filename()).touch(mode=0o600)  # type: ignore[attr-defined]  # unknown to the stubs
        return bool(super().open())

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """With a word on the console for the operator, but nothing of what is in them."""
        sent = super().send_messages(email_messages) or 0
        if sent:
            logger.info("A mail was written; operators can read it at /operator/mails/.")
        return sent
