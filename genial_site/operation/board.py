"""A board on which the site's processes leave short notes for each other and for its operator.

It hangs in Redis, where processes on all machines find it; without Redis there is one process alone, and the board is
a file in the data folder, so that commands beside the site can read it, too.
"""

import json
import os
import tempfile
import threading
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 1.5  # seconds for an answer of Redis

Note = dict[str, Any]


class Board(Protocol):
    def put(self, name: str, note: Note) -> None: ...

    def take_away(self, *names: str) -> None: ...

    def notes(self) -> dict[str, Note]: ...


class RedisBoard:
    key = "genial:board"

    def __init__(self, url: str) -> None:
        self.client = redis_at(url)

    def put(self, name: str, note: Note) -> None:
        self.client.hset(self.key, name, json.dumps(note))

    def take_away(self, *names: str) -> None:
        self.client.hdel(self.key, *names)

    def notes(self) -> dict[str, Note]:
        found: dict[bytes, bytes] = self.client.hgetall(self.key)  # type: ignore[assignment]  # not the asynchronous one
        return {name.decode(): json.loads(text) for name, text in found.items()}


class FileBoard:
    """For one process with several threads; whoever reads it from elsewhere sees a whole file, old or new."""

    lock = threading.Lock()

    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, name: str, note: Note) -> None:
        with self.lock:
            self.write({**self.notes(), name: note})

    def take_away(self, *names: str) -> None:
        with self.lock:
            self.write({name: note for name, note in self.notes().items() if name not in names})

    def notes(self) -> dict[str, Note]:
        with suppress(OSError, ValueError):
            found = json.loads(self.path.read_text(encoding="utf-8"))
            return found if isinstance(found, dict) else {}
        return {}

    def write(self, notes: dict[str, Note]) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(notes, file)
        Path(draft).replace(self.path)


def board() -> Board:
    return RedisBoard(settings.REDIS_URL) if settings.REDIS_URL else FileBoard(settings.DATA_DIR / "board.json")


@lru_cache(maxsize=4)
def redis_at(url: str) -> Redis:
    """A client that waits for nothing long; asks once, so that whoever asks knows at once."""
    return Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 1))
