"""Rows that all tests of a module begin with: made once, in a transaction around those of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def rows_for_many_tests(django_db_blocker: Any) -> Iterator[None]:
    """For a fixture of a module, which also asks for `django_db_setup`: what is made inside lasts until it ends.

    What a test changes is undone after it, as ever: its transaction is a savepoint in this one.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
