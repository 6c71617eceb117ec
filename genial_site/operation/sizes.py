"""How much room things take."""

from pathlib import Path

from django.db import connection


def database_size() -> int:
    """In bytes; of SQLite with what it has not written back yet."""
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        return sum(part.stat().st_size for part in (path, path.with_name(path.name + "-wal")) if part.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
