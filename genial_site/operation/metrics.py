"""What is counted and timed while it happens. docs/metrics.md tells what each is for.

Every metric has labels, and every label few values: names of routes, tasks, rules and bots, never ids or addresses.
Processes of one machine add theirs up through files in the data folder, from `share` on.
"""

import fcntl
import os
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

from .count_files import CountFile

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SLOW = (0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
ABANDONED = 2 * 24 * 60 * 60  # seconds; files of machines that are gone

own = CollectorRegistry()


def counter(name: str, help_text: str, *labels: str) -> Counter:
    return Counter(f"genial_{name}", help_text, labels, registry=own)


def histogram(name: str, help_text: str, *labels: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
    return Histogram(f"genial_{name}", help_text, labels, registry=own, buckets=buckets)


REQUESTS = counter("requests", "Requests answered", "route", "method", "status")
REQUEST_SECONDS = histogram("request_seconds", "Time to answer a request, event streams left out", "route", "method")
STREAMS = Gauge(
    "genial_open_streams", "Open event streams", ["kind"], registry=own, multiprocess_mode="livesum"
)  # of a game, or of an account
LIVE_SECONDS = histogram("live_message_seconds", "Time of a live message from sender to web process", "kind")
TASKS = counter("tasks", "Tasks that workers have ended", "task", "outcome")
TASK_SECONDS = histogram("task_seconds", "Time that a task took", "task", buckets=SLOW)
TASK_WAIT_SECONDS = histogram("task_wait_seconds", "Time that a task waited for a worker", "queue", buckets=SLOW)
TURNS = counter("turns", "Turns logged", "rules", "kind")
TURN_SECONDS = histogram("turn_seconds", "Time from a table's loading to the commit of a turn", "rules", "kind")
BOT_TURNS = counter("bot_turns", "Turns that bots have thought about", "bot", "rules", "outcome")
BOT_SECONDS = histogram("bot_thinking_seconds", "Time that a bot thought about a turn", "bot", "rules", buckets=SLOW)
SIGN_INS = counter("sign_ins", "Attempts to sign in", "outcome")


# --- several processes -----------------------------------------------------------------------------

_folder: Path | None = None


def share(folder: Path) -> None:
    """Add up with the other processes on this machine, from now on; values counted before stay behind."""
    global _folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.MmapedDict = CountFile  # type: ignore[attr-defined]  # its own, which we replace
    values.ValueClass = values.MultiProcessValue(lambda: f"{here()}.{os.getpid()}")
    _folder = folder


def here() -> str:
    """This machine in the names of files, which underscores divide."""
    return socket.gethostname().replace("_", "-")


def clear(folder: Path) -> None:
    """Begin anew, where no process of the site runs yet."""
    for path in folder.glob("*.db"):
        path.unlink(missing_ok=True)


def collected() -> Iterable[Metric]:
    """All that was counted: by all processes of this machine, or by this one where it shares nothing."""
    if _folder is None:
        return list(own.collect())
    with (_folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # so that nobody reads while another moves counts from file to file
        bury_the_dead(_folder)
        return list(MultiProcessCollector(None, path=str(_folder)).collect())


def bury_the_dead(folder: Path) -> None:
    """Move what ended processes have counted into one file: files stay few, and no sum ever sinks."""
    for path in folder.glob("*.db"):
        if is_dead(path):
            kind = path.name.partition("_")[0]
            if kind != "gauge":  # what a process had open is closed with it
                add(path, folder / f"{kind}_{here()}.past.db")
            path.unlink(missing_ok=True)


def add(path: Path, to: Path) -> None:
    past = CountFile(str(to))
    try:
        for key, value, _timestamp, _position in MmapedDict.read_all_values_from_file(str(path)):
            past.write_value(key, past.read_value(key)[0] + value, 0.0)
    finally:
        past.close()


def is_dead(path: Path) -> bool:
    """Of processes elsewhere, in another container perhaps, we know only when they last counted anything."""
    *_kind, name = path.stem.split("_")
    host, _dot, pid = name.rpartition(".")
    if pid == "past":
        return False
    if host != here():
        return time.time() - path.stat().st_mtime > ABANDONED
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return True
    except PermissionError:
        return False
    return False
