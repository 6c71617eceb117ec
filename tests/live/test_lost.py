"""Workers killed with -9, a broker that forgets, two beats: no notice and no time-out is lost for good.

A real broker, real workers and a real mail server; only a message that went out without being marked goes out again.
"""

import json
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
import redis
from aiosmtpd.controller import Controller

from genial_site.broker import EmbeddedBroker, find_server
from tests.channels.postoffice import PostOffice, free_port
from tests.running import HERE, clean_environment, eventually, prepared

pytestmark = pytest.mark.embedded

CELERY = (sys.executable, "-m", "celery", "--quiet", "--app", "genial_site")
PATIENCE = 90.0
"""Seconds; a sweep comes every 30."""


class SlowPostOffice(PostOffice):
    """Does something while a mail is on its way."""

    def __init__(self) -> None:
        super().__init__()
        self.before = self.after = lambda: None
        self.ids: list[str] = []

    async def handle_RCPT(self, *arguments: Any) -> str:  # noqa: N802
        before, self.before = self.before, lambda: None
        before()
        return await super().handle_RCPT(*arguments)

    async def handle_DATA(self, *arguments: Any) -> str:  # noqa: N802
        answer = await super().handle_DATA(*arguments)
        self.ids.append(self.mails[-1]["Message-ID"])
        after, self.after = self.after, lambda: None
        after()
        return answer


class Works:
    """The broker, the database and the mail server of a site, with as many workers and beats as a test starts."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        server = find_server()
        assert server
        self.folder, self.stack = folder, stack
        broker = EmbeddedBroker(server, folder, folder / "socket")
        self.office = SlowPostOffice()
        self.mail = Controller(self.office, hostname="127.0.0.1", port=free_port())
        self.mail.start()
        stack.callback(self.mail.stop)
        self.env = clean_environment(
            GENIAL_DATA=str(prepared(folder / "data")),
            REDIS_URL=broker.url,
            EMAIL_URL=f"smtp://127.0.0.1:{self.mail.port}",
            GENIAL_WORKERS="2",
        )
        self.start(*broker.command)
        assert eventually(broker.answers)
        self.broker = redis.Redis.from_url(broker.url)
        stack.callback(self.broker.close)
        command = ("manage.py", "shell", "--no-imports", "-c", "from tests.live import backstage; backstage.obey()")
        self.hand = self.start(sys.executable, *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.worker = self.start_worker()

    def start(self, *command: str, **options: Any) -> subprocess.Popen[Any]:
        process = subprocess.Popen(command, cwd=HERE, env=self.env, start_new_session=True, **options)
        self.stack.callback(end, process)
        return process

    def start_worker(self) -> subprocess.Popen[Any]:
        return self.start(*CELERY, "worker", "--queues", "site,post", "--without-gossip", "--without-mingle")

    def start_beat(self) -> subprocess.Popen[Any]:
        schedule = self.folder / f"beat-{free_port()}"
        return self.start(*CELERY, "beat", "--pidfile", "", "--schedule", str(schedule))

    def kill_worker(self) -> None:
        """With all its children and -9."""
        for process in [*psutil.Process(self.worker.pid).children(recursive=True), psutil.Process(self.worker.pid)]:
            process.send_signal(signal.SIGKILL)
        self.worker.wait()

    def ask(self, name: str, *arguments: Any) -> Any:
        """Something of `tests.live.backstage`."""
        assert self.hand.stdin
        assert self.hand.stdout
        print(json.dumps([name, *arguments]), file=self.hand.stdin, flush=True)
        answer = json.loads(self.hand.stdout.readline())
        assert "told" in answer, answer["failed"]
        return answer["told"]

    def is_sent(self, notice: int) -> bool:
        return bool(self.ask("notice", notice)["state"] == "sent")


def end(process: subprocess.Popen[Any]) -> None:
    if process.poll() is None:
        for child in psutil.Process(process.pid).children(recursive=True):
            child.kill()
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Works]:
    with ExitStack() as stack:
        yield Works(tmp_path_factory.mktemp("works"), stack)


def test_a_worker_killed_between_claim_and_send(works: Works) -> None:
    notice = works.ask("mail_is_due")
    reached, killed = threading.Event(), threading.Event()

    def die() -> None:
        reached.set()
        killed.wait(PATIENCE)

    works.office.before = die
    works.ask("call", ["deliver_due_notices", "mail"])
    assert reached.wait(PATIENCE)
    works.kill_worker()
    killed.set()
    assert works.ask("notice", notice)["state"] == "claimed"
    works.worker = works.start_worker()
    works.ask("call", ["give_back_notices"], ["deliver_due_notices", "mail"])
    assert works.ask("let_claims_grow_old") == 1
    works.ask("call", ["give_back_notices"])
    assert eventually(lambda: works.ask("notice", notice)["state"] != "claimed", within=PATIENCE)
    works.ask("call", ["deliver_due_notices", "mail"])
    assert eventually(lambda: works.is_sent(notice), within=PATIENCE)
    found = works.ask("notice", notice)
    assert (found["attempts"], found["perhaps_twice"]) == (2, True)
    assert works.office.ids == [found["message_id"]]  # it went out once after all


def test_a_worker_killed_between_send_and_mark(works: Works) -> None:
    """The one case in which a message is repeated: it is counted, and the mail has the same number again."""
    works.office.ids.clear()
    notice = works.ask("mail_is_due")
    works.office.after = works.kill_worker
    works.ask("call", ["deliver_due_notices", "mail"])
    assert eventually(lambda: works.worker.poll() is not None, within=PATIENCE)
    assert works.ask("notice", notice)["state"] == "claimed"
    assert works.ask("let_claims_grow_old") == 1
    works.worker = works.start_worker()
    works.ask("call", ["give_back_notices"])
    assert eventually(lambda: works.ask("notice", notice)["state"] != "claimed", within=PATIENCE)
    works.ask("call", ["deliver_due_notices", "mail"])
    assert eventually(lambda: works.is_sent(notice), within=PATIENCE)
    found = works.ask("notice", notice)
    assert (found["attempts"], found["perhaps_twice"]) == (2, True)
    assert works.office.ids == [found["message_id"]] * 2


def test_an_emptied_broker_and_two_beats(works: Works) -> None:
    """Calls are lost, and every sweep comes twice at once: whatever is due happens, and happens once."""
    works.office.ids.clear()
    works.start_beat()
    works.start_beat()
    notices = [works.ask("mail_is_due") for _number in range(6)]
    late = works.ask("mail_is_due")
    works.ask("time_is_up", late)
    works.kill_worker()
    works.ask("call", ["deliver_due_notices", "mail"], ["expire_turns"])
    assert works.broker.llen("post") >= 1
    assert works.broker.llen("site") >= 1
    works.broker.flushall()
    works.worker = works.start_worker()
    assert eventually(lambda: works.ask("status_of_game", late) == "finished", within=PATIENCE)
    assert eventually(lambda: all(works.is_sent(notice) for notice in notices), within=PATIENCE)
    sweeps = [["deliver_due_notices", "mail"], ["send_reminders"], ["expire_turns"], ["give_back_notices"]]
    works.ask("call", *(sweeps * 5))
    found = [works.ask("notice", notice) for notice in notices]
    assert {(notice["attempts"], notice["perhaps_twice"]) for notice in found} == {(1, False)}
    counts = Counter(works.office.ids)
    assert {counts[notice["message_id"]] for notice in found} == {1}
