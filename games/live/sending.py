"""Sends messages to the broker from a thread, so that no turn ever waits for it."""

import atexit
import logging
import os
import queue
import threading
import time

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from .channel import channel_of
from .messages import stamped

LIMIT = 10_000  # messages that wait for a broker that is away; later ones are dropped
PATIENCE = 2.0  # seconds for an answer of the broker
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between attempts while it is away
LAST_WORDS = 1.0  # seconds for what is left when the process ends

logger = logging.getLogger(__name__)


class Sender:
    def __init__(self, url: str) -> None:
        self.channel = channel_of(url)
        # An idle connection may have been cut: the second attempt makes a new one.
        self.client = redis.Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 1)
        )
        self.waiting: queue.Queue[bytes | None] = queue.Queue(LIMIT)
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="live-sender", daemon=True)
        self.thread.start()

    def run(self) -> None:
        while (data := self.waiting.get()) is not None and self.publish(data):
            pass
        self.client.close()

    def publish(self, data: bytes) -> bool:
        """Try until it works, so that a broker's restart loses nothing; or until the process ends."""
        pause = FIRST_PAUSE
        while True:
            try:
                self.client.publish(self.channel, data)
            except (redis.RedisError, OSError) as problem:
                if pause == FIRST_PAUSE:
                    logger.warning("Live messages wait for the broker (%s).", type(problem).__name__)
            else:
                return True
            if self.stopping.wait(pause):
                return False
            pause = min(2 * pause, LONGEST_PAUSE)

    def stop(self) -> None:
        self.stopping.set()
        try:
            self.waiting.put_nowait(None)
        except queue.Full:
            return
        self.thread.join(LAST_WORDS)


_senders: dict[str, Sender] = {}
_lock = threading.Lock()


def enqueue(data: bytes) -> None:
    """Raises queue.Full when the broker has been away for long."""
    url = settings.REDIS_URL
    sender = _senders.get(url)
    if sender is None:
        with _lock:
            sender = _senders.get(url) or _senders.setdefault(url, Sender(url))
    sender.waiting.put_nowait(stamped(data, time.time()))


def stop_sending() -> None:
    while _senders:
        _senders.popitem()[1].stop()


def forget() -> None:
    """A fork has none of its parent's threads, and must not speak on its connections."""
    global _lock
    _senders.clear()
    _lock = threading.Lock()


os.register_at_fork(after_in_child=forget)
atexit.register(stop_sending)
