"""What Redis still knows of the site that was: tasks for its games, counts and cached answers. None of it is needed."""

from contextlib import closing, suppress

from django.conf import settings
from redis import Redis, RedisError

OF_THE_QUEUES = ("_kombu.*", "unacked*", *(queue.name for queue in settings.CELERY_TASK_QUEUES))


def forget() -> None:
    """Remove our keys, and nobody else's: several programs may share a server. Sweeps find what there is to do."""
    if not settings.REDIS_URL:
        return
    patterns = (f"{settings.CACHES['default'].get('KEY_PREFIX', 'genial')}:*", *OF_THE_QUEUES)
    with suppress(RedisError, OSError), closing(Redis.from_url(settings.REDIS_URL, socket_timeout=5)) as client:
        for pattern in patterns:
            for key in client.scan_iter(pattern, count=1000):
                client.unlink(key)
