"""What is noted of every task: who caused it, how long it waited and took, and how it ended."""

import logging
import time
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

from . import metrics, request_ids
from .logs import FACTS

logger = logging.getLogger("genial.tasks")

SUCCESS = "SUCCESS"


@before_task_publish.connect
def mark(headers: dict[str, Any] | None = None, **_signal: Any) -> None:
    if headers is not None:
        headers["sent_at"] = time.time()
        if request_id := request_ids.current.get():
            headers["request_id"] = request_id


def queue_of(request: Any) -> str:
    return str((request.get("delivery_info") or {}).get("routing_key") or "none")


@task_prerun.connect
def begin(task: Any = None, **_signal: Any) -> None:
    task.request.began = time.perf_counter()
    task.request.known_as = request_ids.current.set(task.request.get("request_id") or "")


@task_postrun.connect
def end(task: Any = None, task_id: str = "", state: str | None = None, **_signal: Any) -> None:
    request = task.request
    seconds = time.perf_counter() - request.began
    waited = max(0.0, time.time() - seconds - sent) if (sent := request.get("sent_at")) else None
    outcome = "ok" if state == SUCCESS else (state or "lost").lower()
    metrics.TASKS.labels(task.name, outcome).inc()
    metrics.TASK_SECONDS.labels(task.name).observe(seconds)
    if waited is not None:
        metrics.TASK_WAIT_SECONDS.labels(queue_of(request)).observe(waited)
    if logger.isEnabledFor(logging.INFO):
        facts = {"task": task.name, "task_id": task_id, "outcome": outcome, "ms": round(1000 * seconds, 1)}
        if waited is not None:
            facts["waited_ms"] = round(1000 * waited, 1)
        logger.info("%s %s", task.name, outcome, extra={FACTS: facts})
    request_ids.current.reset(request.known_as)
