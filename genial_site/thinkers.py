"""Child processes in which bots think, where worker and web server are one process."""

import os
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import Queue
from typing import Any

from .bots import stand_back, warm_up
from .supervisor import LEASH


class Thinker:
    """A process that works on one thing at a time; one that dies or takes too long is replaced."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.start()

    def start(self) -> None:
        self.ours, theirs = Pipe()
        command = [sys.executable, "-m", "genial_site.thinkers", str(theirs.fileno())]
        self.process = subprocess.Popen(
            [sys.executable, str(LEASH), str(os.getpid()), *command],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self.is_warm = False

    def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        try:
            if not self.is_warm:
                self.ours.recv()
                self.is_warm = True
            self.ours.send((work, arguments))
            if not self.ours.poll(self.limit):
                raise TimeoutError(f"no answer within {self.limit:.0f} s")
            answer, problem = self.ours.recv()
        except (OSError, EOFError):
            self.end()
            self.start()
            raise
        if problem:
            raise problem
        return answer

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.ours.close()


class Thinkers:
    """As many thinkers as may think at once; whoever comes when all are busy waits."""

    def __init__(self, count: int, limit: float) -> None:
        self.all = [Thinker(limit) for _ in range(count)]
        self.idle: Queue[Thinker] = Queue()
        for thinker in self.all:
            self.idle.put(thinker)

    def __call__(self, work: Callable[..., Any], /, *arguments: Any) -> Any:
        thinker = self.idle.get()
        try:
            return thinker.run(work, *arguments)
        finally:
            self.idle.put(thinker)

    def end(self) -> None:
        for thinker in self.all:
            thinker.end()


def main() -> None:
    asked = Connection(int(sys.argv[1]))
    stand_back()
    warm_up()
    asked.send("ready")
    while True:
        try:
            work, arguments = asked.recv()
        except EOFError:
            return
        try:
            answer: tuple[Any, Exception | None] = (work(*arguments), None)
        except Exception as problem:  # noqa: BLE001  (whoever asked gets it)
            answer = (None, problem)
        asked.send(answer)


if __name__ == "__main__":
    main()
