"""Which worker gets what: nothing that other people's servers can hold up stands before a clock."""

import re
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings

from accounts import tasks as accounts_tasks
from games import tasks as games_tasks
from genial_site import in_process
from genial_site.celery import app

QUEUES = {queue.name for queue in settings.CELERY_TASK_QUEUES}
POST = {
    *(f"games.tasks.{name}" for name in ("deliver_notices", "deliver_due_notices")),
    *(f"games.tasks.{name}" for name in ("mail_invitation", "mail_forgotten_invitations")),
    *(f"accounts.tasks.{name}" for name in ("deliver_dispatch", "deliver_due_dispatches")),
    *(f"accounts.tasks.{name}" for name in ("forget_account", "forget_deleted_accounts")),
}
SENDING = r"delivering\.|\b(mail_invitation|deliver_dispatch|forget_account)\b"
BOTS = {"play_bot_turn", "think_of_hint", "go_on_with_review"}


def queue_of(task: str) -> str:
    name: str = app.amqp.router.route({}, task)["queue"].name
    return name


def tasks() -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def test_what_is_sent_has_a_queue_of_its_own() -> None:
    sending = {name for name in tasks() if queue_of(name) == "post"}
    assert sending == POST
    assert {name for name in tasks() if queue_of(name) == "bots"} == {f"games.tasks.{name}" for name in BOTS}


def test_every_task_that_calls_what_sends_is_among_them() -> None:
    """So that a new one cannot be forgotten."""
    found = set()
    for module in (games_tasks, accounts_tasks):
        bodies = Path(str(module.__file__)).read_text().split("@shared_task")[1:]
        sending = [body for body in bodies if re.search(SENDING, body)]
        found |= {module.__name__ + "." + re.findall(r"def (\w+)", body)[0] for body in sending}
    assert found == POST


@pytest.mark.parametrize("entry", settings.CELERY_BEAT_SCHEDULE.values(), ids=list(settings.CELERY_BEAT_SCHEDULE))
def test_beat_sends_what_exists_and_lets_the_settings_route_it(entry: dict[str, object]) -> None:
    task = str(entry["task"])
    assert task in tasks()
    assert queue_of(task) == ("post" if task in POST else "site")
    options = entry.get("options", {})
    assert isinstance(options, dict)
    assert "queue" not in options
    if isinstance(entry["schedule"], int):  # what comes so often must not pile up
        assert 2 * entry["schedule"] < options["expires"] <= 600


def test_memory_has_a_worker_for_every_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, Celery]] = []
    monkeypatch.setattr(in_process, "start_worker", lambda app, queue, _concurrency: started.append((queue, app)))
    in_process.start_workers()
    assert sorted(queue for queue, _app in started) == sorted(QUEUES)
    assert len({id(worker_app) for _queue, worker_app in started}) == len(QUEUES)
