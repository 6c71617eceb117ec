import signal
import sys
import time
from collections.abc import Iterator

import pytest

from genial_site import supervisor as module
from genial_site.refusal import StartRefused
from genial_site.supervisor import Child, Supervisor


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    # The test runner keeps its own signal handlers.
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(signal, "set_wakeup_fd", lambda *_, **__: None)
    supervisor = Supervisor()
    yield supervisor
    supervisor.stop()


def test_it_waits_ever_longer_before_it_starts_a_dying_child_again() -> None:
    child = Child("worker", [])
    child.started = time.monotonic()
    assert [child.plan_restart() for _ in range(4)] == [1.0, 2.0, 4.0, 8.0]


def test_a_child_that_lived_long_starts_again_at_once() -> None:
    child = Child("worker", [], quick_deaths=3)
    child.started = time.monotonic() - module.QUICK_DEATH - 1
    assert child.plan_restart() == 0.0
    assert child.quick_deaths == 0


def test_it_gives_up_on_a_child_that_keeps_dying(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Child, "plan_restart", quick_restart)
    supervisor.start(Child("worker", [sys.executable, "-c", "raise SystemExit(3)"]))
    with pytest.raises(StartRefused, match=r"its worker process keeps ending \(exit code 3\)"):
        tick_often(supervisor)
    assert capfd.readouterr().err.count("starts again") == module.QUICK_DEATHS - 1


def tick_often(supervisor: Supervisor) -> None:
    for _ in range(1000):
        supervisor.tick(0.02)


def quick_restart(child: Child) -> float:
    child.quick_deaths += 1
    child.again_at = 0.0
    return 0.0


def test_a_child_that_does_not_listen_is_ended_all_the_same(supervisor: Supervisor) -> None:
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    child = Child("worker", [sys.executable, "-c", stubborn], grace=0.3)
    supervisor.start(child)
    supervisor.tick(0.5)
    supervisor.stop()
    assert not child.is_alive()


def test_the_site_goes_on_without_a_child_that_it_can_do_without(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Child, "plan_restart", quick_restart)
    supervisor.start(Child("bots", [sys.executable, "-c", "raise SystemExit(3)"], essential=False))
    said = ""
    for _ in range(1000):
        supervisor.tick(0.02)
        said += capfd.readouterr().err
        if said.count("starts again") > module.QUICK_DEATHS + 1:
            return
    pytest.fail("It was not started often enough.")


def test_no_pause_is_longer_than_a_minute() -> None:
    child = Child("bots", [], quick_deaths=20)
    child.started = time.monotonic()
    assert child.plan_restart() == module.LONGEST_PAUSE
