"""What an archive says of itself: who made it, when, from what kind of database, and the digest of each file."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from genial_site.version import is_newer, version

from .refusal import BackupRefused

NAME = "manifest.json"
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    version: str
    made_at: str
    database: Mapping[str, str]
    """Its kind, and for PostgreSQL the versions of the server and of the program that made the dump."""
    migrations: tuple[str, ...]
    files: Mapping[str, str]
    """SHA-256 by name."""
    format: int = FORMAT

    def text(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def read(cls, text: bytes) -> Self:
        try:
            told: dict[str, Any] = json.loads(text)
            if told["format"] > FORMAT:
                raise BackupRefused("it was made by a newer version of the site; update the program first.")
            files = {str(name): str(digest) for name, digest in told["files"].items()}
            return cls(**told | {"migrations": tuple(told["migrations"]), "files": files})
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise BackupRefused("its manifest makes no sense, so it is no backup of this site.") from problem

    def refuse_newer(self) -> None:
        """A program reads what older ones kept, never what newer ones did."""
        known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations or ()}
        unknown = sorted(set(self.migrations) - known)
        if is_newer(self.version, version()) or unknown:
            has = f", with {unknown[-1]}" if unknown else ""
            raise BackupRefused(
                f"it was made by version {self.version}{has}, and this is {version()}; update the program first."
            )


def applied_migrations() -> tuple[str, ...]:
    """Those of apps that we know, whatever else the database has seen."""
    loader = MigrationLoader(connection)
    known = loader.migrated_apps
    return tuple(sorted(f"{app}.{name}" for app, name in loader.applied_migrations or () if app in known))


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
