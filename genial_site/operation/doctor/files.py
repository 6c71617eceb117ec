"""What is made once for each version, and what must not grow old: style sheets, bots' search, backups."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from games.bots.kernels.compiling import kept_in
from genial_site.operation.overview import last_backup
from genial_site.static_files import sources

from .finding import Finding, error, note, warning

OLD = timedelta(days=7)


def files() -> Iterator[Finding]:
    if not settings.DATA_DIR.is_dir():
        return  # which is a finding of its own
    yield from static_files()
    yield from kernels()
    yield from keys()
    yield from backups()


def static_files() -> Iterator[Finding]:
    stamp: Path = settings.STATIC_ROOT / ".fingerprint"
    if not stamp.exists():
        yield error(
            f"The static files have not been collected into {settings.STATIC_ROOT}.",
            "Pages fail, or come without style and scripts.",
            "Run manage.py prepare.",
        )
    elif stamp.read_text() != sources():
        yield warning(
            f"The static files in {settings.STATIC_ROOT} are of another version.",
            "Pages may look and behave oddly.",
            "Run manage.py prepare, then start the web server again.",
        )


def kernels() -> Iterator[Finding]:
    folder = kept_in()
    if folder is None or not folder.is_dir() or not any(folder.rglob("*.nbi")):
        yield note(
            "The bots' search has not been compiled for this version yet.",
            "The first start of the bots takes a minute or two longer; their turns wait meanwhile.",
        )


def keys() -> Iterator[Finding]:
    if not settings.ENVIRONMENT["GENIAL_VAPID_KEY"] and not (settings.DATA_DIR / "vapid-key").exists():
        yield note("There is no key for push messages yet; it is made when somebody first turns them on.")


def backups() -> Iterator[Finding]:
    at = last_backup()
    if at is None:
        yield warning(
            "manage.py backup has never been run here.",
            "When the disk goes, so do all games and accounts.",
            "Run it every day, and keep copies elsewhere (docs/operating/backup.md).",
        )
    elif timezone.now() - at > OLD:
        yield warning(
            f"The last backup is {(timezone.now() - at).days} days old.",
            "What was played since would be lost with the disk.",
            "See why it no longer runs (docs/operating/backup.md).",
        )
