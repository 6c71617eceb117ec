"""Starts the site's processes, starts again what dies, and stops all of them together."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from .refusal import StartRefused

LEASH = Path(__file__).with_name("leash.py")
QUICK_DEATH = 20.0  # seconds; a process that lives longer has started well
QUICK_DEATHS = 5  # in a row, then we give up
LONGEST_PAUSE = 60.0  # seconds before a process that keeps ending is tried again
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(slots=True)
class Child:
    name: str
    command: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    keep: tuple[int, ...] = ()  # file descriptors that it inherits
    grace: float = 5.0  # seconds to end by itself
    essential: bool = True  # whether there is no site without it
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    quick_deaths: int = 0
    again_at: float | None = None

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        self.again_at = None
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, str(LEASH), str(os.getpid()), *self.command],
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.env},
            stdin=subprocess.DEVNULL,
            pass_fds=self.keep,
            start_new_session=True,  # the terminal's Ctrl-C is for the supervisor alone
        )

    def signal(self, number: int) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def ask_to_stop(self) -> None:
        if self.process is not None and self.is_alive():
            self.process.terminate()

    def plan_restart(self) -> float:
        """When to start it again: at once, then ever later."""
        lived = time.monotonic() - self.started
        self.quick_deaths = self.quick_deaths + 1 if lived < QUICK_DEATH else 0
        pause = min(0.5 * 2**self.quick_deaths, LONGEST_PAUSE) if self.quick_deaths else 0.0
        self.again_at = time.monotonic() + pause
        return pause


class Supervisor:
    """Runs children until a signal comes or one of them cannot be kept alive."""

    def __init__(self, keep: Iterable[int] = ()) -> None:
        self.keep = tuple(keep)  # file descriptors that every child inherits
        self.children: list[Child] = []
        self.stopping = False
        self.woken, wake = os.pipe()
        for end in (self.woken, wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number in STOP_SIGNALS:
            signal.signal(number, self.on_stop_signal)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    def on_stop_signal(self, _number: int, _frame: object) -> None:
        self.stopping = True

    def start(self, child: Child) -> None:
        child.keep += self.keep
        self.children.append(child)
        child.start()

    def tick(self, pause: float = 1.0, also: Sequence[int] = ()) -> list[int]:
        """Wait for a signal, a death or one of these file descriptors; mend what died."""
        ready, _, _ = select.select([self.woken, *also], [], [], self.patience(pause))
        if self.woken in ready:
            with suppress(BlockingIOError):
                os.read(self.woken, 4096)
        if not self.stopping:
            for child in self.children:
                self.mend(child)
        return [handle for handle in ready if handle != self.woken]

    def patience(self, pause: float) -> float:
        due = [child.again_at - time.monotonic() for child in self.children if child.again_at is not None]
        return max(0.0, min([pause, *due]))

    def mend(self, child: Child) -> None:
        if child.is_alive():
            return
        if child.again_at is None:
            code = child.process.returncode if child.process else None
            child.signal(signal.SIGKILL)  # what it may have left of its own children
            pause = child.plan_restart()
            if child.essential and child.quick_deaths >= QUICK_DEATHS:
                raise StartRefused(f"its {child.name} process keeps ending (exit code {code}); see the messages above.")
            when = f"in {pause:.0f} s" if pause else "now"
            say(f"The {child.name} process ended (exit code {code}) and starts again {when}.")
        if child.again_at is not None and child.again_at <= time.monotonic():
            child.start()

    def stop(self) -> None:
        """End every child, the first started last, so that the broker outlives those who talk to it."""
        self.stopping = True
        self.end(self.children[1:])
        self.end(self.children[:1])
        self.children.clear()

    def end(self, children: Sequence[Child]) -> None:
        for child in children:
            child.ask_to_stop()
        asked = time.monotonic()
        for child in children:
            if child.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    child.process.wait(timeout=max(0.1, asked + child.grace - time.monotonic()))
                child.signal(signal.SIGKILL)
                child.process.wait()


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
