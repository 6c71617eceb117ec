"""Moving a site to another kind of database: every row of every table, as it is."""

from collections.abc import Iterator
from itertools import islice

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management.color import no_style
from django.db import Error, connections, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models.sql import InsertQuery
from psycopg import IsolationLevel

from genial_site.environment import database as read_url

from .refusal import BackupRefused

HERE, THERE = "default", "source"
BATCH = 500


def copy_from(url: str) -> dict[str, int]:
    """Fill the site's database, which nobody has used yet, from that other one; returns the rows of each table."""
    open_source(url)
    refuse_different_versions()
    if get_user_model()._default_manager.using(HERE).exists():
        raise BackupRefused("the site's own database has accounts already; it must be new.")
    with transaction.atomic(using=THERE), transaction.atomic(using=HERE):
        counts = {model._meta.db_table: copy_table(model) for model in tables()}
        set_sequences()
    return counts


def open_source(url: str) -> None:
    try:
        read = read_url(url)
    except ValueError:
        read = None
    if read is None:
        raise BackupRefused("the source must be sqlite:///path or postgres://user:password@host:port/name.")
    settings = connections.settings[HERE] | {"OPTIONS": {}, "CONN_MAX_AGE": 0} | read
    if settings["ENGINE"].endswith("postgresql"):
        # All tables as they are at one moment, even if somebody forgot to stop the site; SQLite does so by itself.
        settings["OPTIONS"] |= {"isolation_level": IsolationLevel.REPEATABLE_READ}
    connections.settings[THERE] = settings
    try:
        if not connections[THERE].introspection.table_names():
            raise BackupRefused("there is no site in the source.")
    except Error as problem:
        raise BackupRefused(f"the source does not answer ({' '.join(str(problem).split())}).") from problem


def refuse_different_versions() -> None:
    """Tables must be alike; bringing the source up to this version is the business of the site that uses it."""
    ours, theirs = (set(MigrationLoader(connections[alias]).applied_migrations or ()) for alias in (HERE, THERE))
    different = sorted(f"{app}.{name}" for app, name in ours ^ theirs)
    if different:
        raise BackupRefused(
            f"source and target are not of the same version ({different[0]} is in one alone): "
            "run manage.py prepare on each, with this program."
        )


def tables() -> Iterator[type[models.Model]]:
    """Every table of ours, with those between two others."""
    yield from (
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped
    )


def copy_table(model: type[models.Model]) -> int:
    """Row by row as stored: `raw` leaves out all that saving would set, such as the time of the last change."""
    model._base_manager.using(HERE)._raw_delete(HERE)  # what migrations have put there: the source has its own
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    rows, count = model._base_manager.using(THERE).order_by("pk").iterator(chunk_size=BATCH), 0
    while batch := list(islice(rows, connections[HERE].ops.bulk_batch_size(fields, [None] * BATCH))):
        query = InsertQuery(model)
        query.insert_values(fields, batch, raw=True)
        query.get_compiler(using=HERE).execute_sql()
        count += len(batch)
    return count


def set_sequences() -> None:
    """Rows came with their numbers; new ones must get others."""
    with connections[HERE].cursor() as cursor:
        for statement in connections[HERE].ops.sequence_reset_sql(no_style(), list(tables())):
            cursor.execute(statement)
