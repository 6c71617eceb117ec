"""How many people watch a game who do not play in it: a number without names, kept in the cache for a moment."""

import time
from uuid import UUID

from django.core.cache import cache
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

COUNTED_FOR = 150
"""Seconds since a page last showed a sign of life; open pages do so every minute."""
MOST = 500


def look(game_id: UUID, who: str) -> int:
    """Count this spectator, too. Two at the same moment may overwrite each other; the next sign of life mends it."""
    seen = watchers(game_id)
    seen[salted_hmac("games.watching", f"{game_id} {who}").hexdigest()[:16]] = int(time.time())
    if len(seen) <= MOST:
        keep(game_id, seen)
    return min(len(seen), MOST)


def count(game_id: UUID) -> int:
    return len(watchers(game_id))


def watchers(game_id: UUID) -> dict[str, int]:
    """When each was last seen, by a mark that says nothing about them."""
    try:
        found: dict[str, int] = cache.get(key(game_id)) or {}
    except (RedisError, OSError):  # a cache that is away is no reason to show no table
        return {}
    since = time.time() - COUNTED_FOR
    return {mark: at for mark, at in found.items() if at > since}


def keep(game_id: UUID, seen: dict[str, int]) -> None:
    try:
        cache.set(key(game_id), seen, COUNTED_FOR)
    except (RedisError, OSError):
        return


def key(game_id: UUID) -> str:
    return f"watching:{game_id}"
