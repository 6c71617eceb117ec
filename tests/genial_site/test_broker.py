import pytest

from genial_site.broker import celery_url
from genial_site.celery import app


@pytest.mark.parametrize(
    ("redis", "celery"),
    [
        ("", "memory://localhost"),
        ("redis://host:6379/1", "redis://host:6379/1"),
        ("unix:///a%20b/socket", "redis+socket:///a%20b/socket"),
        ("unix:///run/socket?db=3", "redis+socket:///run/socket?virtual_host=3"),
    ],
)
def test_celery_gets_the_same_server_in_its_own_spelling(redis: str, celery: str) -> None:
    assert celery_url(redis) == celery


def test_beat_knows_only_tasks_that_exist() -> None:
    app.loader.import_default_modules()
    assert app.conf.beat_schedule
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks


def test_no_task_is_lost_with_its_worker() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.accept_content == ["json"]


@pytest.mark.services
def test_a_task_travels_over_the_real_broker() -> None:
    with app.connection_for_write() as connection:
        queue = connection.SimpleQueue("travel")
        queue.put({"there": "and back"})
        message = queue.get(timeout=5)
        assert message.payload == {"there": "and back"}
        message.ack()
        assert connection.transport.driver_type == "redis"
