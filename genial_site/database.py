"""Brings the database up to the code, or says in a sentence why it cannot."""

from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.utils import OperationalError

from .refusal import StartRefused

QUICK_CHECK_LIMIT = 100_000_000  # bytes; reading a larger file would delay every start


def prepare_database() -> None:
    try:
        check_file()
        refuse_newer_database()
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    except DatabaseError as problem:
        raise StartRefused(describe(problem)) from problem
    finally:
        connection.close()


def describe(problem: DatabaseError) -> str:
    reason = " ".join(str(problem).split()) or type(problem).__name__
    if connection.vendor == "sqlite":
        name = connection.settings_dict["NAME"]
        if isinstance(problem, OperationalError):
            return f"the database {name} cannot be opened ({reason})."
        return f"the database {name} is broken ({reason}); put a backup in its place, or move it away to begin afresh."
    return f"the database at DATABASE_URL does not work ({reason})."


def check_file() -> None:
    """Find damage to an SQLite file now, not in the middle of somebody's turn."""
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite" or not (0 < size_of(name) <= QUICK_CHECK_LIMIT):
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        verdict = cursor.fetchone()[0]
    if verdict != "ok":
        raise DatabaseError(verdict.splitlines()[-1])
    with transaction.atomic():  # takes the write lock: fails on a file that we may only read
        pass


def size_of(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except OSError:
        return 0


def refuse_newer_database() -> None:
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations or ())
    unknown = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations or ()
        if app in loader.migrated_apps and (app, name) not in known
    )
    if unknown:
        raise StartRefused(
            f"the database was last used by a newer version of the site (it has {unknown[-1]}); update the program."
        )
