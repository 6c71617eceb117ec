"""The process in which bots think: `python -m genial_site.bots`. A worker of its own, behind everything else."""

import logging
import os
import sys

from .celery import app, refuse_to_work_for_nobody
from .operation.heartbeats import show_life

NICENESS = 19  # pages, notices and clocks come first

logger = logging.getLogger(__name__)


def main() -> None:
    from django.conf import settings

    refuse_to_work_for_nobody()
    stand_back()
    show_life(["bots"], preparing=True)
    # Before the worker makes its children, who then have it from the start. Turns meanwhile wait in the queue.
    warm_up()
    options = ["--queues", "bots", "--hostname", "bots@%h", "--concurrency", str(settings.BOT_WORKERS)]
    app.worker_main(["--quiet", "worker", *options, "--without-gossip", "--without-mingle", *sys.argv[1:]])


def stand_back() -> None:
    os.nice(NICENESS)


def warm_up() -> None:
    """Have the search ready; without it bots fail one by one, which is noted there, and the simplest plays for them."""
    from games.bots.thinking import warm

    try:
        warm()
    except Exception:
        logger.exception("The bots' search cannot be prepared.")


if __name__ == "__main__":
    main()
