"""The kinds of databases that there are; each module has the same functions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from django.db import connection

from . import postgresql, sqlite


class Kind(Protocol):
    def dump(self, folder: Path, /) -> dict[str, str]:
        """Put a copy into the folder; returns what has to be known of it to restore it."""

    def check(self, folder: Path, database: Mapping[str, str], /) -> None:
        """Refuse a copy that cannot be restored here."""

    def users(self) -> str:
        """Who else uses the database now, in words; nothing if nobody does."""

    def set_aside(self, folder: Path, label: str, /) -> str:
        """Move the present database out of the way; returns where to, unless it is in that folder."""

    def take_back(self, folder: Path, label: str, /) -> None:
        """Undo that."""

    def load(self, folder: Path, database: Mapping[str, str], /) -> None:
        """Restore the copy in the folder; there is no database now, or an empty one."""


KINDS: Mapping[str, Kind] = {"sqlite": sqlite, "postgresql": postgresql}


def ours() -> Kind:
    return KINDS[connection.vendor]
