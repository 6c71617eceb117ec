"""Brings the database up to the code, or says in a sentence why it cannot."""

from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.utils import OperationalError, ProgrammingError

from .refusal import StartRefused

QUICK_CHECK_LIMIT = 100_000_000  # bytes; reading a larger file would delay every start


def prepare_database() -> None:
    try:
        examine_database()
        migrate()
    finally:
        connection.close()


def examine_database() -> None:
    try:
        check_file()
        loader = MigrationLoader(connection)
        refuse_newer_database(loader)
        refuse_foreign_database(loader)
    except OperationalError as problem:
        fault = "cannot be opened" if connection.vendor == "sqlite" else "does not work"
        raise StartRefused(f"{our_database()} {fault} ({reason(problem)}).") from problem
    except DatabaseError as problem:
        raise StartRefused(broken(problem)) from problem


def migrate() -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    except (OperationalError, ProgrammingError) as problem:
        raise StartRefused(f"{our_database()} cannot be brought up to this version ({reason(problem)}).") from problem
    except DatabaseError as problem:
        raise StartRefused(broken(problem)) from problem


def our_database() -> str:
    return (
        f"the database {connection.settings_dict['NAME']}"
        if connection.vendor == "sqlite"
        else "the database at DATABASE_URL"
    )


def reason(problem: DatabaseError) -> str:
    return " ".join(str(problem).split()) or type(problem).__name__


def broken(problem: DatabaseError) -> str:
    return (
        f"{our_database()} is broken ({reason(problem)}); put a backup in its place, or move it away to begin afresh."
    )


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


def refuse_newer_database(loader: MigrationLoader) -> None:
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


def refuse_foreign_database(loader: MigrationLoader) -> None:
    """Touch nothing of a database that another program has filled."""
    if loader.applied_migrations:
        return
    ours = {model._meta.db_table for model in apps.get_models()}
    foreign = sorted(ours & set(connection.introspection.table_names()))
    if foreign:
        raise StartRefused(
            f"{our_database()} has a table {foreign[0]} already, and no record that this site made it; "
            "name another database, or move this one away."
        )
