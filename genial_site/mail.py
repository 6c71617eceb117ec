"""Mails as files that nobody else on the machine can read: invitations carry secret links."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail.backends import filebased


class PrivateFiles(filebased.EmailBackend):
    def __init__(self, **options: Any) -> None:
        folder = options.pop("file_path", None) or settings.EMAIL_FILE_PATH
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(file_path=folder, **options)

    def open(self) -> bool:
        Path(self._get_filename()).touch(mode=0o600)  # type: ignore[attr-defined]  # unknown to the stubs
        return bool(super().open())
