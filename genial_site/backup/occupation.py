"""Whether a place is free for a site to be restored to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import Error, connection
from kombu.exceptions import OperationalError

from genial_site.celery import app
from genial_site.folder import take_folder
from genial_site.refusal import StartRefused

from . import kinds, sqlite
from .refusal import BackupRefused

ANSWERS = 1.0  # seconds for workers to say that they are there


@contextmanager
def alone() -> Iterator[None]:
    """No process of the site may see its database change under its hands, and none starts meanwhile."""
    try:
        lock = take_folder(settings.DATA_DIR)
    except StartRefused as problem:
        raise BackupRefused(f"{problem} Stop it first.") from problem
    try:
        refuse_processes()
        yield
    finally:
        os.close(lock)


def refuse_processes() -> None:
    """Those that run without a supervisor take no lock."""
    workers = answering_workers()
    if workers:
        raise BackupRefused(f"the worker {workers[0]} still runs; stop all processes of the site first.")
    try:
        users = kinds.ours().users()
    except Error as problem:
        raise BackupRefused(f"the database does not answer ({' '.join(str(problem).split())}).") from problem
    if users:
        raise BackupRefused(f"{users}; stop all processes of the site first.")


def answering_workers() -> list[str]:
    if not settings.REDIS_URL:
        return []
    with suppress(OperationalError, OSError):
        return sorted(name for answer in app.control.ping(timeout=ANSWERS) for name in answer)
    return []


def refuse_occupied() -> None:
    """People or games that are here already are replaced only if somebody says so."""
    if connection.vendor == "sqlite" and not sqlite.path().exists():
        return
    try:
        if "accounts_user" not in connection.introspection.table_names():
            return
        people = get_user_model()._default_manager.count()
    except Error as problem:
        raise BackupRefused(
            f"there is a database already, which cannot be read ({' '.join(str(problem).split())}); "
            "--force moves it aside."
        ) from problem
    finally:
        connection.close()
    if people:
        raise BackupRefused(
            f"this site has {people} account{'s' * (people > 1)} already; --force moves all of it aside and puts the "
            "backup in its place."
        )
