"""Worker and beat as threads of the web process, for machines without any broker."""

import threading

from celery.beat import EmbeddedService

from .celery import app


def run_worker_and_beat() -> None:
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
