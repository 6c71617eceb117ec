"""Putting a backup back where no site runs; what was there before is kept aside."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import Error, connection

from genial_site.database import prepare_database
from genial_site.refusal import StartRefused

from . import archive, kinds, leftovers
from .making import KEYS, MEDIA
from .manifest import Manifest
from .occupation import alone, refuse_occupied
from .refusal import BackupRefused

OURS = (*KEYS, MEDIA, "broker")
"""What is moved aside besides the database. A broker would go on with tasks of the site that was."""


@dataclass(frozen=True, slots=True)
class Restored:
    manifest: Manifest
    aside: tuple[str, ...]
    """Where what was there before is now."""


def restore(path: Path, *, now: datetime, force: bool = False) -> Restored:
    """The site as it was when that archive was made, brought up to this version; or a refusal, and nothing changed."""
    told = examine(path)
    with alone(), unpacked(path) as place:
        if not force:
            refuse_occupied()
        kinds.ours().check(place, told.database)
        aside = exchange(place, told, now.strftime("%Y%m%dT%H%M%SZ"))
        leftovers.forget()
    return Restored(told, aside)


def examine(path: Path) -> Manifest:
    """Its manifest, if this program and this database can take it."""
    told = archive.read_manifest(path)
    told.refuse_newer()
    if told.database["kind"] != connection.vendor:
        raise BackupRefused(
            f"its database is {told.database['kind']}, and this site is set to {connection.vendor}: restore it with "
            "such a database, then move it with manage.py copy_database."
        )
    return told


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """In the data folder, so that moving things to their place is one step each."""
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restoring-") as place:
        archive.unpack(path, Path(place))
        yield Path(place)


def exchange(place: Path, told: Manifest, label: str) -> tuple[str, ...]:
    """Move the old aside and the new in; if that fails at any point, all is as it was."""
    database, data = kinds.ours(), settings.DATA_DIR
    folder = data / f"before-restore-{label}"
    folder.mkdir(mode=0o700)
    connection.close()
    where = database.set_aside(folder, label)
    try:
        move(OURS, data, folder)
        database.load(place, told.database)
        move((*KEYS, MEDIA), place, data)
        prepare_database()
    except (BackupRefused, StartRefused, Error, OSError) as problem:
        connection.close()
        for name in OURS:
            remove(data / name)
        move(OURS, folder, data)
        database.take_back(folder, label)
        folder.rmdir()
        raise BackupRefused(f"{str(problem).removesuffix('.')}; all is as it was before.") from problem
    if any(folder.iterdir()):
        return tuple(place for place in (where, str(folder)) if place)
    folder.rmdir()
    return (where,) if where else ()


def move(names: tuple[str, ...], source: Path, target: Path) -> None:
    for name in names:
        with suppress(FileNotFoundError):
            (source / name).rename(target / name)


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
