from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import timezone, translation


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
