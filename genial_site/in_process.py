"""Worker and beat as threads of the web process, for machines without any broker."""

import threading

from celery.beat import EmbeddedService
from celery.signals import beat_init, worker_init

from .celery import app, refuse_to_work_for_nobody


def run_worker_and_beat() -> None:
    for signal in (worker_init, beat_init):
        signal.disconnect(refuse_to_work_for_nobody)  # this memory is all the broker there is
    worker = app.WorkController(
        pool="threads",
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
    )
    threading.Thread(target=worker.start, name="worker", daemon=True).start()
    # As a thread: the worker's own beat would be a process, with a queue in another memory.
    beat = EmbeddedService(app, thread=True)
    beat.daemon = True
    beat.start()
