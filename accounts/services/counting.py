"""How often an address did something, so that nobody can flood the site with accounts."""

import hashlib
from datetime import datetime

from django.core.cache import cache
from redis.exceptions import RedisError

AN_HOUR = 60 * 60


def counted(what: str, address: str, now: datetime) -> int:
    """How often this happened within this hour, now included; a cache that is away turns nobody down."""
    digest = hashlib.sha256(address.encode()).hexdigest()[:32]
    key = f"{what}:{now.strftime('%Y%m%d%H')}:{digest}"
    try:
        cache.add(key, 0, timeout=AN_HOUR)
        return int(cache.incr(key))
    except (RedisError, OSError, ValueError):
        return 0
