"""One subscription for the whole process, kept up through the broker's absences."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress

import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from games.signals import message_heard

from .channel import channel_of
from .messages import Message, unpack, unstamped

QUIET = 30.0  # seconds without a word, after which we ask whether the broker is still there
PATIENCE = 5.0  # seconds for its answer
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between attempts

logger = logging.getLogger(__name__)


async def listen(url: str, deliver: Callable[[Message], None], look_again: Callable[[], None]) -> None:
    """Deliver what the broker says, for ever; after each gap, the first included, everybody is to look again."""
    pause = FIRST_PAUSE

    def subscribed() -> None:
        nonlocal pause
        pause = FIRST_PAUSE
        look_again()

    while True:
        try:
            await hear(url, deliver, subscribed)
        except (redis.RedisError, OSError, TimeoutError) as problem:
            if pause == FIRST_PAUSE:
                logger.warning("Live updates wait for the broker (%s).", type(problem).__name__)
        await asyncio.sleep(pause * random.uniform(0.5, 1))
        pause = min(2 * pause, LONGEST_PAUSE)


async def hear(url: str, deliver: Callable[[Message], None], subscribed: Callable[[], None]) -> None:
    """One subscription, until it breaks."""
    # Without retries: the library would subscribe anew in silence, and we must know of the gap.
    client = redis.asyncio.Redis.from_url(
        url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
    )
    pubsub = client.pubsub()
    try:
        await pubsub.subscribe(channel_of(url))
        asked = False
        while True:
            answer = await pubsub.get_message(timeout=PATIENCE if asked else QUIET)
            if answer is None and asked:
                raise TimeoutError
            asked = answer is None
            if answer is None:
                await pubsub.ping()
            elif answer["type"] == "subscribe":
                subscribed()
            elif answer["type"] == "message" and (message := read(answer["data"])):
                deliver(message)
    finally:
        with suppress(redis.RedisError, OSError):
            await pubsub.aclose()
            await client.aclose()


def read(data: bytes) -> Message | None:
    sent_at, data = unstamped(data)
    if sent_at is not None:
        message_heard.send_robust(Message, seconds=time.time() - sent_at)
    return unpack(data)
