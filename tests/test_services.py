import os

import pytest
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
@pytest.mark.services
def test_the_database_is_a_real_postgresql() -> None:
    if "DATABASE_URL" not in os.environ:
        pytest.skip("no PostgreSQL found")
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()")
        assert cursor.fetchone()[0].startswith("PostgreSQL")


@pytest.mark.services
def test_the_cache_is_a_real_redis() -> None:
    if "REDIS_URL" not in os.environ:
        pytest.skip("no Redis or Valkey found")
    cache.set("key", "value", 10)
    assert cache._cache.get_client().ttl(cache.make_key("key")) > 0  # type: ignore[attr-defined]


@pytest.mark.django_db
@pytest.mark.embedded
def test_without_services_the_database_is_sqlite() -> None:
    assert connection.vendor == "sqlite"
