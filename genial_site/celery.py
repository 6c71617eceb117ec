import os
import sys
import warnings
from functools import cached_property
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import beat_init, setup_logging, worker_init

from .operation import logs, metrics, tasks_noted  # noqa: F401  # the second listens to every task
from .operation.living import ShowsLife

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genial_site.settings")
# Django's checks load every page, and Celery would throw away what they say: `insist_on_settings` looks instead.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

# Root is discouraged for the sake of pickled tasks; ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)


class Genial(Celery):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.steps["consumer"].add(ShowsLife)

    @cached_property
    def Beat(self) -> Any:  # noqa: N802
        return self.subclass_with_self("genial_site.beat:Beat")

    @cached_property
    def Worker(self) -> Any:  # noqa: N802
        return self.subclass_with_self("genial_site.worker:Worker")


app = Genial("genial")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_like_everybody(**_context: Any) -> None:
    logs.set_up()


@worker_init.connect
@beat_init.connect
def refuse_to_work_for_nobody(**_context: Any) -> None:
    from django.conf import settings

    from .checks import insist_on_settings

    insist_on_settings()
    metrics.share(settings.DATA_DIR / "metrics")
    if not settings.REDIS_URL:
        sys.exit("Genial cannot start: REDIS_URL is not set, and no site that runs on this data folder has a broker.")
