"""Making a backup, while the site runs."""

import json
import shutil
import tempfile
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from genial_site.version import version

from . import archive, kinds, manifest
from .manifest import Manifest
from .refusal import BackupRefused

STAMP = "last-backup.json"
NAMED = "genial-%Y%m%dT%H%M%SZ.tar.gz"
ALL = "genial-*T*Z.tar.gz"
KEYS = ("secret-key", "vapid-key")
MEDIA = "media"


@dataclass(frozen=True, slots=True)
class Made:
    path: Path
    size: int
    seconds: float
    pruned: tuple[Path, ...]


def back_up(*, now: datetime, keep: int | None = None) -> Made:
    """Everything in one file of the folder for backups; of older ones, so many are kept in all."""
    began = time.monotonic()
    folder: Path = settings.BACKUPS
    path = folder / now.strftime(NAMED)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            raise BackupRefused(f"{path} was made within the same second.")
        with tempfile.TemporaryDirectory(dir=folder, prefix=".making-") as place:
            archive.pack(Path(place), collect(Path(place), now), path)
        made = Made(path, path.stat().st_size, time.monotonic() - began, prune(folder, keep))
        leave_stamp(made, now)
    except OSError as problem:
        raise BackupRefused(f"{problem.filename or folder} cannot be written ({problem.strerror}).") from problem
    return made


def collect(place: Path, now: datetime) -> Manifest:
    """Lay out all that belongs into the archive. The database comes first: files that it knows are there by then."""
    database = kinds.ours().dump(place)
    copy_keys(place)
    if settings.MEDIA_ROOT.is_dir():
        shutil.copytree(settings.MEDIA_ROOT, place / MEDIA)
    files = sorted(path for path in place.rglob("*") if path.is_file())
    return Manifest(
        version=version(),
        made_at=now.isoformat(timespec="seconds"),
        database=database,
        migrations=manifest.applied_migrations(),
        files={path.relative_to(place).as_posix(): manifest.digest(path) for path in files},
    )


def copy_keys(place: Path) -> None:
    """Those in use, wherever they come from: without them links are void, and nobody gets push messages."""
    (place / "secret-key").write_text(f"{settings.SECRET_KEY}\n", encoding="ascii")
    if settings.ENVIRONMENT["GENIAL_VAPID_KEY"] or (settings.DATA_DIR / "vapid-key").exists():
        (place / "vapid-key").write_text(f"{settings.VAPID_KEY}\n", encoding="ascii")


def prune(folder: Path, keep: int | None) -> tuple[Path, ...]:
    if keep is None:
        return ()
    old = sorted(folder.glob(ALL), reverse=True)[keep:]
    for path in old:
        path.unlink()
    return tuple(old)


def leave_stamp(made: Made, now: datetime) -> None:
    """For whoever looks whether backups are made."""
    told = {
        "made_at": now.isoformat(timespec="seconds"),
        "file": str(made.path),
        "bytes": made.size,
        "seconds": round(made.seconds, 1),
        "version": version(),
    }
    draft = settings.DATA_DIR / f".{STAMP}"
    draft.write_text(json.dumps(told) + "\n")
    draft.replace(settings.DATA_DIR / STAMP)
