from typing import Any

from celery.apps import worker


class Worker(worker.Worker):
    """A worker that stops without a word: whoever stopped it knows."""

    def install_platform_tweaks(self, worker_: Any) -> None:
        super().install_platform_tweaks(worker_)
        worker.install_worker_term_handler(worker_, verbose=False)
