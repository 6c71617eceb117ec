"""How often somebody did something within an hour, so that nobody can flood the site."""

import hashlib
import ipaddress
from datetime import datetime

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

AN_HOUR = 60 * 60
HOME_NETWORK = 64
"""Bits of an IPv6 address that its provider gives out; whoever gets them has 2 to the 64 addresses of their own."""


def network_of(address: str) -> str:
    """What is counted as one address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.IPv6Network((int(found), HOME_NETWORK), strict=False))
    return address


def address_of(request: HttpRequest) -> str:
    """The web server has asked the proxies for it."""
    return str(request.META.get("REMOTE_ADDR", ""))


def counted(what: str, who: str, now: datetime) -> int:
    """How often they did this within this hour, now included; a cache that is away turns nobody down."""
    key = key_of(what, who, now)
    try:
        cache.add(key, 0, timeout=AN_HOUR)
        return int(cache.incr(key))
    except (RedisError, OSError, ValueError):
        return 0


def count_so_far(what: str, who: str, now: datetime) -> int:
    """The same, without counting."""
    try:
        return int(cache.get(key_of(what, who, now), 0))
    except (RedisError, OSError):
        return 0


def key_of(what: str, who: str, now: datetime) -> str:
    digest = hashlib.sha256(who.encode()).hexdigest()[:32]
    return f"{what}:{now.strftime('%Y%m%d%H')}:{digest}"
