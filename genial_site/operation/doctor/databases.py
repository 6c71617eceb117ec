"""The database: there, of this version, in its right mind."""

import time
from collections.abc import Iterator
from pathlib import Path

from django.db import DatabaseError, connection

from genial_site.database import examine_database, our_database, reason
from genial_site.operation.health import database as migrations_of
from genial_site.refusal import StartRefused

from .finding import Finding, error, warning
from .skew import skew

OLDEST_POSTGRESQL = (14, 0)
FEWEST_CONNECTIONS = 30


def databases() -> Iterator[Finding]:
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        yield error(
            f"There is no {our_database().removeprefix('the ')} yet.",
            "The site has not been started here, or GENIAL_DATA or DATABASE_URL name another place than it does.",
            "Start the site once, or run manage.py prepare.",
        )
        return
    try:
        examine_database()
        part = migrations_of()
    except StartRefused as problem:
        yield error(
            str(problem)[:1].upper() + str(problem)[1:],
            "Without its database the site shows nothing but an error.",
            "See whether the server runs and takes this account; docs/operating/backup.md tells how to restore.",
        )
        return
    if missing := part.facts.get("missing"):
        yield error(
            f"The database is of an older version: it lacks {', '.join(missing[:3])}"
            + (f" and {len(missing) - 3} more." if len(missing) > 3 else "."),
            "The program asks for what is not there.",
            "Run manage.py prepare, then start the processes again.",
        )
    try:
        yield from postgresql() if connection.vendor == "postgresql" else sqlite()
    except DatabaseError as problem:
        yield error(f"The database does not answer ({reason(problem)}).", "It did a moment ago.", "See its log.")
    finally:
        connection.close()


def sqlite() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode != "wal":
        yield warning(
            f"SQLite keeps its journal as '{mode}', not as 'wal'.",
            "Readers and writers wait for each other, and pages hang while a bot thinks.",
            "Its disk may not allow for more: move the data folder to a plain disk of this machine.",
        )


def postgresql() -> Iterator[Finding]:
    began = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp()), current_setting('max_connections')")
        there, most = cursor.fetchone()
    yield from skew("the database server", float(there), (began + time.time()) / 2)
    version = connection.pg_version  # type: ignore[attr-defined]  # of PostgreSQL alone
    if divmod(version, 10_000) < OLDEST_POSTGRESQL:
        yield error(
            f"PostgreSQL is of version {version // 10_000}.",
            f"The site is made for version {OLDEST_POSTGRESQL[0]} and newer.",
            "Upgrade it.",
        )
    if int(most) < FEWEST_CONNECTIONS:
        yield warning(
            f"PostgreSQL allows for {most} connections.",
            "Every thread of every process holds one: when they run out, requests fail.",
            f"Raise max_connections to {FEWEST_CONNECTIONS} or more, or set DATABASE_POOL lower.",
        )
