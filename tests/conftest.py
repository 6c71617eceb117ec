import shutil
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation

from tests.running import template


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A file that lies there already is taken as it is, but for migrations that it lacks."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Begin with a copy of the database that sites under test begin with: migrating takes longer each month."""
    if connection.vendor == "sqlite":
        shutil.copy(template() / "genial.sqlite3", connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(autouse=True)
def no_counts_of_other_tests(request: pytest.FixtureRequest) -> Iterator[None]:
    """Limits are counted in the cache, which outlives a test's transaction."""
    yield
    if "django_db" in request.keywords:
        cache.clear()


@pytest.fixture(autouse=True)
def no_language_of_other_tests() -> Iterator[None]:
    """A request leaves its reader's language and zone behind, until the next one."""
    yield
    translation.deactivate()
    timezone.deactivate()
