"""Redis or Valkey: there, of a version that works, and keeping what it is given."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.conf import settings
from redis import Redis, RedisError

from genial_site.operation.board import redis_at

from .finding import Finding, error, note, warning
from .skew import skew

OLDEST = (6, 2)


def brokers() -> Iterator[Finding]:
    if not settings.REDIS_URL:
        yield without()
        return
    client = redis_at(settings.REDIS_URL)
    try:
        began = time.time()
        seconds, microseconds = client.time()
        here = (began + time.time()) / 2
        known: dict[str, Any] = client.info()
    except (RedisError, OSError, ValueError) as problem:
        yield error(
            f"The broker does not answer ({type(problem).__name__}).",
            "Nothing is sent, no bot plays, no clock runs out and no page is live.",
            "See whether Redis or Valkey runs, and whether REDIS_URL has its address and password.",
        )
        return
    yield from skew("the broker", seconds + microseconds / 1e6, here)
    yield from judged(known, saves=saving(client))


def without() -> Finding:
    if settings.SITE_URL is not None:
        return warning(
            "REDIS_URL is not set, and no site that runs here has a broker of its own.",
            "If the site runs now, it does so in memory: tasks are lost when it stops.",
            "Set REDIS_URL, or run manage.py serve where valkey-server is installed.",
        )
    return note("No broker of a running site was found: it does not run, or it does without one.")


def saving(client: Redis) -> str | None:
    """When it writes everything to disk; nothing where it does not tell."""
    with suppress(RedisError, OSError):
        found: dict[str, str] = client.config_get("save")  # type: ignore[assignment]
        return found.get("save")
    return None


def judged(known: dict[str, Any], *, saves: str | None) -> Iterator[Finding]:
    version = str(known.get("valkey_version") or known.get("redis_version", "0"))
    if tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) < OLDEST:
        yield error(f"The broker is of version {version}.", "The site is made for 6.2 and newer.", "Upgrade it.")
    policy = known.get("maxmemory_policy", "noeviction")
    if int(known.get("maxmemory", 0)) and policy != "noeviction":
        yield error(
            f"The broker throws things away when its memory is full (maxmemory-policy {policy}).",
            "Tasks are among them: turns of bots, mails, time-outs.",
            "Set maxmemory-policy noeviction, and give it enough memory.",
        )
    if not int(known.get("aof_enabled", 0)) and saves == "":
        yield warning(
            "The broker keeps nothing on disk.",
            "When it restarts, tasks that wait are lost; sweeps find most of them again, but later.",
            "Set appendonly yes.",
        )
    if "err" in (known.get("aof_last_write_status"), known.get("rdb_last_bgsave_status")):
        yield error(
            "The broker could not write to its disk the last time that it tried.",
            "It may refuse everything it is given, and loses it when it restarts.",
            "See its log; make room on its disk.",
        )
