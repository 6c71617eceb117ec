"""A PostgreSQL database: dumped and restored by its own programs, as one snapshot while others write."""

from collections.abc import Mapping
from pathlib import Path

from django.db import Error, connection, transaction

from . import programs
from .refusal import BackupRefused

MEMBER = "database.pgdump"
ASIDE = "before_restore_"


def aside(label: str) -> str:
    """The name of a schema, in small letters: so nobody has to quote it."""
    return f"{ASIDE}{label}".lower()


def server_major() -> int:
    try:
        connection.ensure_connection()
        return int(connection.pg_version) // 10_000  # type: ignore[attr-defined]
    except Error as problem:
        raise BackupRefused(f"the database does not answer ({' '.join(str(problem).split())}).") from problem


def dump(folder: Path) -> dict[str, str]:
    server = server_major()
    program, major = programs.fitting("pg_dump", server)
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--exclude-schema={ASIDE}*"]
    programs.run([program, *options, f"--file={folder / MEMBER}"])
    return {"kind": "postgresql", "server": str(server), "pg_dump": str(major)}


def check(_folder: Path, database: Mapping[str, str]) -> None:
    """A server takes dumps of older ones; a program reads dumps that older ones made."""
    if server_major() < int(database["server"]):
        raise BackupRefused(
            f"it comes from PostgreSQL {database['server']}, and the server at DATABASE_URL is {server_major()}; "
            "update the server first."
        )
    programs.fitting("pg_restore", int(database["pg_dump"]))


def users() -> str:
    leave_pool()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        (others,) = cursor.fetchone()
    return f"the database has {others} other connection{'s' * (others > 1)}" if others else ""


def leave_pool() -> None:
    """A pool opens connections as it likes; with one of our own, all others are somebody else's."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict["OPTIONS"].pop("pool", None)


def set_aside(_folder: Path, label: str) -> str:
    """All our tables at once, under another name; an instant, however many they are."""
    if not connection.introspection.table_names():
        return ""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER SCHEMA public RENAME TO {aside(label)}")
        cursor.execute("CREATE SCHEMA public")
    return f"the schema {aside(label)} of the same database"


def take_back(_folder: Path, label: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute("SELECT count(*) FROM pg_namespace WHERE nspname = %s", [aside(label)])
        (was_there,) = cursor.fetchone()
        cursor.execute(f"ALTER SCHEMA {aside(label)} RENAME TO public" if was_there else "CREATE SCHEMA public")


def load(folder: Path, database: Mapping[str, str]) -> None:
    connection.close()
    program, _major = programs.fitting("pg_restore", int(database["pg_dump"]))
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    programs.run([program, *options, str(folder / MEMBER)])
