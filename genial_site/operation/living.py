"""How Celery's processes show that they live."""

import time
from typing import Any

from celery import bootsteps
from celery.beat import PersistentScheduler, ScheduleEntry

from .heartbeats import BEAT, EVERY, say_goodbye, show_life


class ShowsLife(bootsteps.StartStopStep):
    """A part of a worker's consumer, so that a worker which has lost its broker falls silent."""

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        kinds = tuple(parent.app.amqp.queues.consume_from)
        show_life(kinds)
        self.timer = parent.timer.call_repeatedly(EVERY, show_life, (kinds,), priority=10)

    def stop(self, parent: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        say_goodbye(tuple(parent.app.amqp.queues.consume_from))

    shutdown = stop


class Scheduler(PersistentScheduler):
    """Beat's own, which says that it lives and how late it is."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.began = time.time()
        self.shown = 0.0
        self.lag = 0.0
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> Any:
        pause = super().tick(*args, **options)
        if time.monotonic() - self.shown >= EVERY or not self.shown:
            self.shown = time.monotonic()
            show_life([BEAT], lag=self.lag)
        return pause

    def apply_async(self, entry: ScheduleEntry, *args: Any, **options: Any) -> Any:
        self.lag = self.lateness(entry)
        return super().apply_async(entry, *args, **options)

    def lateness(self, entry: ScheduleEntry) -> float:
        """What came due while nobody was there to send it is not late since longer than we are here."""
        overdue = -entry.schedule.remaining_estimate(entry.last_run_at).total_seconds()
        return max(0.0, min(overdue, time.time() - self.began))

    def close(self) -> None:
        super().close()
        say_goodbye([BEAT])
