"""Workers and beat as threads of the web process, for machines without any broker; bots think in child processes."""

import threading

from celery import Celery
from celery.beat import EmbeddedService
from celery.signals import beat_init, worker_init

from .celery import Genial, app, refuse_to_work_for_nobody
from .operation.living import Scheduler
from .post import THREADS


def run_workers_and_beat() -> None:
    for signal in (worker_init, beat_init):
        signal.disconnect(refuse_to_work_for_nobody)  # this memory is all the broker there is
    let_bots_think_elsewhere()
    start_workers()
    # As a thread: the worker's own beat would be a process, with a queue in another memory.
    beat = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)
    beat.daemon = True
    beat.start()


def start_workers() -> None:
    from django.conf import settings

    concurrency = {"site": settings.CELERY_WORKER_CONCURRENCY, "post": THREADS, "bots": settings.BOT_WORKERS}
    for queue in settings.CELERY_TASK_QUEUES:
        # Which queues a worker reads is kept by its app, so that each further one needs an app of its own.
        start_worker(app if queue.name == "site" else another_app(queue.name), queue.name, concurrency[queue.name])


def start_worker(app: Celery, queue: str, concurrency: int) -> None:
    worker = app.WorkController(
        pool="threads",
        queues=[queue],
        hostname=queue,
        concurrency=concurrency,
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
    )
    threading.Thread(target=worker.start, name=f"worker of {queue}", daemon=True).start()


def another_app(name: str) -> Celery:
    other = Genial(name, set_as_current=False)
    other.config_from_object("django.conf:settings", namespace="CELERY")
    other.autodiscover_tasks()
    return other


def let_bots_think_elsewhere() -> None:
    import django
    from django.conf import settings

    django.setup()

    from games.services import bot_turns, thinking

    from .thinkers import Thinkers

    thinking.think_in(Thinkers(settings.BOT_WORKERS, bot_turns.LIMIT))
