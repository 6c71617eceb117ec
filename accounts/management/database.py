from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError
from django.db import DatabaseError, connection

START_FIRST = "start the site once with make run"


@contextmanager
def database_of_the_site() -> Iterator[None]:
    """Say what to do where the site has not made its database yet; SQLite would leave an empty one there."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise CommandError(f"There is no database yet; {START_FIRST}.")
    try:
        yield
    except DatabaseError as problem:
        raise CommandError(f"The database is not ready ({problem}); {START_FIRST}.") from problem
