"""A whole site as processes of its own, on a free port and with a data folder of its own."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from genial_site.environment import VARIABLES

HERE = Path(__file__).resolve().parent.parent
ROLES = ("worker", "beat", "genial_site.web", "genial_site.post", "genial_site.bots", "genial_site.thinkers")
OURS = {variable.name for variable in VARIABLES} | {"DJANGO_SETTINGS_MODULE"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def clean_environment(**extra: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OURS} | extra


def eventually(true: Callable[[], bool], *, within: float = 30.0) -> bool:
    deadline = time.monotonic() + within
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def prepared(data: Path) -> Path:
    """A data folder like the one that a first start leaves behind, for tests that look at what comes after."""
    folder = template()
    data.mkdir(mode=0o700)
    shutil.copy(folder / "genial.sqlite3", data)
    shutil.copytree(folder / "static", data / "static")
    return data


@cache
def template() -> Path:
    """Made once for all processes of a test run."""
    ours = Path(os.environ["GENIAL_DATA"])
    shared = ours.parent if os.environ.get("PYTEST_XDIST_WORKER") else ours
    folder = shared / "template"
    shared.mkdir(exist_ok=True)
    with (shared / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            env = clean_environment(GENIAL_DATA=str(folder))
            subprocess.run([sys.executable, "manage.py", "prepare"], cwd=HERE, env=env, check=True)
            (folder / "done").touch()
    return folder


class RunningSite:
    command: tuple[str, ...] = (sys.executable, "manage.py", "serve")
    folder = HERE
    patience = 150.0  # seconds until it answers and everybody is there, on a machine that has other things to do

    def __init__(self, data: Path, *arguments: str, **env: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = clean_environment(GENIAL_DATA=str(data), PORT=str(self.port), **env)
        self.log = data.parent / f"{data.name}-{self.port}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*self.command, *arguments], cwd=self.folder, env=self.env, stdout=log, stderr=log
            )
        self.known: list[psutil.Process] = []

    def __enter__(self) -> Self:
        try:
            self.wait()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.stop()

    def wait(self) -> None:
        assert eventually(lambda: self.answers() or self.process.poll() is not None, within=self.patience), self.said()
        assert self.process.poll() is None, self.said()
        # Everybody is there once the worker has made its own children.
        names = {"worker", "beat", "genial_site.post", "genial_site.bots"}
        if "memory" in self.process.args:  # type: ignore[operator]
            names = set()
        everybody = eventually(lambda: names <= {self.role(child) for child in self.children()}, within=self.patience)
        assert everybody, self.said()

    def answers(self) -> bool:
        try:
            return self.get("/").startswith("<")
        except (OSError, urllib.error.URLError):
            return False

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=10) as response:
            text: str = response.read().decode().strip()
            return text

    def said(self) -> str:
        return self.log.read_text()

    def children(self) -> list[psutil.Process]:
        try:
            found = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            found = []
        self.known += [child for child in found if child not in self.known]
        return found

    def role(self, process: psutil.Process) -> str:
        try:
            words = process.cmdline()
        except psutil.Error:
            return ""
        return next((word for word in ROLES if word in words), "broker")

    def having(self, role: str) -> list[psutil.Process]:
        """Its direct children with that role."""
        direct = psutil.Process(self.process.pid).children()
        return [child for child in direct if self.role(child) == role]

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.children()
        self.process.send_signal(number)
        return self.process.wait(timeout=20)

    def kill(self) -> None:
        self.children()
        self.process.kill()
        self.process.wait()

    def everybody_is_gone(self) -> bool:
        return eventually(lambda: not [process for process in self.known if is_running(process)], within=5)

    def manage(self, *arguments: str) -> str:
        """Run a command beside the site, as an operator would."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=HERE,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def is_running(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
