"""The cache: what counts requests, and nothing that cannot be done without."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

T = TypeVar("T")


class TolerantRedis(RedisCache):
    """A Redis that is away is an empty cache that forgets: limits do not hold then, but people still get in."""

    def _try(self, do: Callable[[], T], instead: T) -> T:
        try:
            return do()
        except (RedisError, OSError) as problem:
            logger.warning("The cache does not answer (%s), so that no limits hold.", type(problem).__name__)
            return instead

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._try(lambda: super(TolerantRedis, self).add(*args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(lambda: super(TolerantRedis, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._try(lambda: super(TolerantRedis, self).set(*args, **kwargs), None)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._try(lambda: super(TolerantRedis, self).delete(*args, **kwargs), False)
