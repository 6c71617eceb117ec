"""Tasks of the site itself."""

import time
from typing import Any

from celery import shared_task

from .operation import heartbeats, mending


@shared_task(bind=True)
def pulse(self: Any) -> None:
    """Note that a task of beat's has come through, and how long that took."""
    now = time.time()
    heartbeats.note_pulse(self.request.get("sent_at", now), now)


@shared_task
def examine_games() -> None:
    mending.examine_games()
