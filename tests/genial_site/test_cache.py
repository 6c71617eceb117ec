"""A cache that is away must not keep people out."""

import pytest

from genial_site.cache import TolerantRedis


def test_a_redis_that_is_away_is_an_empty_cache(caplog: pytest.LogCaptureFixture) -> None:
    cache = TolerantRedis("unix:///nowhere/socket", {})
    cache.set("key", 1)
    assert cache.get("key", "nothing") == "nothing"
    assert cache.add("key", 1)
    assert not cache.delete("key")
    assert "no limits hold" in caplog.text
    assert "/nowhere" not in caplog.text
