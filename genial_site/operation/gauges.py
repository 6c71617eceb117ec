"""What is read off when somebody asks: lengths, ages, sizes. The same on every machine that shares a database."""

import platform
import shutil
import time
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.selectors import trouble
from genial_site.version import version

from .boxed import ask_within
from .health import Part, look
from .queues import queue_lengths
from .sizes import database_size

PATIENCE = 2.0  # seconds; what takes longer is left out of this answer
KEPT_FOR = 10.0  # seconds


def gauge(name: str, help_text: str, labels: list[str], rows: Mapping[Any, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"genial_{name}", help_text, labels=labels)
    for key, value in rows.items():
        family.add_metric([str(part) for part in (key if isinstance(key, tuple) else (key,))], value)
    return family


class Gauges(Collector):
    """A collector; however often it is asked, it looks every few seconds alone."""

    def __init__(self) -> None:
        self.at = 0.0
        self.found: list[GaugeMetricFamily] = []

    def collect(self) -> list[GaugeMetricFamily]:
        if time.monotonic() - self.at > KEPT_FOR or not self.found:
            self.found, self.at = list(read_off()), time.monotonic()
        return self.found


def read_off() -> Iterator[GaugeMetricFamily]:
    build = {(version(), platform.python_version()): 1.0}
    yield gauge("build_info", "Version of the program", ["version", "python"], build)
    parts = look()
    yield gauge("up", "Whether a part of the site works", ["part"], {part.name: float(part.ok) for part in parts})
    yield gauge("heartbeat_age_seconds", "Since a process was last seen", ["part"], ages(parts))
    yield gauge("beat_lag_seconds", "How late recurring tasks are", ["part"], lags(parts))
    yield gauge(
        "disk_free_bytes", "Room in the data folder", [], {(): float(shutil.disk_usage(settings.DATA_DIR).free)}
    )
    answers = ask_within(PATIENCE, {"queues": queue_lengths, "gauges of the database": of_database})
    if isinstance(answers["queues"], dict):
        yield gauge("queue_length", "Tasks that wait for a worker", ["queue"], answers["queues"])
    if isinstance(answers["gauges of the database"], list):
        yield from answers["gauges of the database"]
    complete = all(not isinstance(answer, Exception) for answer in answers.values())
    yield gauge("scrape_complete", "Whether everything could be read off", [], {(): float(complete)})


def ages(parts: list[Part]) -> dict[str, float]:
    return {part.name: part.facts["seconds_ago"] for part in parts if "seconds_ago" in part.facts}


def lags(parts: list[Part]) -> dict[str, float]:
    return {part.name: part.facts["lag"] for part in parts if "lag" in part.facts}


def of_database() -> list[GaugeMetricFamily]:
    now = timezone.now()
    try:
        return [
            gauge("games", "Games by status", ["status"], trouble.games_by_status()),
            gauge("notices", "Notices of the last day", ["channel", "state"], trouble.notices_of_a_day(now=now)),
            gauge("notices_overdue", "Notices that should have gone out", [], {(): trouble.overdue_notices(now=now)}),
            gauge("stuck_games", "Games that do not go on", ["why"], trouble.stuck_counts(now=now)),
            gauge("database_bytes", "Size of the database", [], {(): database_size()}),
        ]
    finally:
        connection.close()
