"""How many tasks wait for a worker."""

from django.conf import settings

from .board import redis_at


def queue_lengths() -> dict[str, int]:
    """By queue; without Redis they wait in the memory of the web process, which works on them by itself."""
    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    if not settings.REDIS_URL:
        return {}
    pipeline = redis_at(settings.REDIS_URL).pipeline(transaction=False)
    for name in names:
        pipeline.llen(name)
    return dict(zip(names, map(int, pipeline.execute()), strict=True))
