import errno
import os
import shlex
import socket
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from genial_site import environment
from genial_site.broker import (
    EmbeddedBroker,
    announce,
    embedded_broker,
    refuse_silent_broker,
    restore_unfinished_tasks,
    warn_of_memory_broker,
    withdraw,
)
from genial_site.celery import app
from genial_site.checks import insist_on_secret_key
from genial_site.database import prepare_database
from genial_site.folder import prepare_folder, take_folder
from genial_site.operation import metrics
from genial_site.refusal import StartRefused, or_exit
from genial_site.static_files import collect_static_files
from genial_site.supervisor import Child, Supervisor

CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "genial_site"]


class Command(BaseCommand):
    help = "Run the whole site: web server, worker, post, bots, beat and, where no REDIS_URL is set, a broker."
    requires_system_checks = []  # their findings come in our own words

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--broker",
            choices=["auto", "memory"],
            default="auto",
            help="memory: no broker process; workers and beat are threads of the web server",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        settings.ENVIRONMENT.insist()
        try:
            with or_exit():
                prepare_folder(settings.DATA_DIR)
                insist_on_secret_key()
                lock = take_folder(settings.DATA_DIR)
                metrics.clear(settings.DATA_DIR / "metrics")
                listener = listen(settings.ENVIRONMENT["GENIAL_BIND"], settings.PORT)
                if settings.ENVIRONMENT["REDIS_URL"]:
                    refuse_silent_broker(settings.ENVIRONMENT["REDIS_URL"])
                prepare_database()
                collect_static_files()
        except KeyboardInterrupt:
            sys.exit(130)
        supervisor = Supervisor(keep=[lock])
        try:
            self.run(supervisor, listener, memory=options["broker"] == "memory")
        except StartRefused as problem:
            supervisor.stop()
            sys.exit(f"Genial stops: {problem}")
        finally:
            supervisor.stop()
            withdraw(settings.DATA_DIR)

    def run(self, supervisor: Supervisor, listener: socket.socket, *, memory: bool) -> None:
        withdraw(settings.DATA_DIR)
        redis_url = settings.ENVIRONMENT["REDIS_URL"]
        broker = None if redis_url or memory else embedded_broker(settings.DATA_DIR)
        if broker:
            start_broker(supervisor, broker)
            redis_url = broker.url
        ready = start_site(supervisor, listener, redis_url)
        waiting = [ready]
        while not supervisor.stopping:
            if supervisor.tick(also=waiting):
                waiting = []
                self.welcome()
        self.stdout.write("Genial stops ...")

    def welcome(self) -> None:
        bind = settings.ENVIRONMENT["GENIAL_BIND"]
        host = "127.0.0.1" if bind in ("", "0.0.0.0", "::") else f"[{bind}]" if ":" in bind else bind  # noqa: S104
        same = ", with the same DATABASE_URL" if settings.ENVIRONMENT["DATABASE_URL"] else ""
        self.stdout.write(f"Genial is running: http://{host}:{settings.PORT}")
        self.stdout.write(f"To become its operator: {operator_command()} (in another terminal{same})")
        self.stdout.write(f"Everything it keeps is in {settings.DATA_DIR}. Ctrl-C stops it.")
        self.stdout.flush()


def operator_command() -> str:
    """What makes an operator of this site: make would else work on the default folder."""
    data: Path = settings.DATA_DIR
    if data == environment.read({})["GENIAL_DATA"]:
        return "make operator"
    return "make operator GENIAL_DATA=" + shlex.quote(str(data).replace("$", "$$"))  # $$ is make's way to write $


def listen(address: str, port: int) -> socket.socket:
    """The socket that every web process serves on; one that dies loses no visitor, for the next one goes on with it."""
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(1024)
    except (OSError, UnicodeError) as problem:
        if getattr(problem, "errno", None) == errno.EADDRINUSE:
            raise StartRefused(f"port {port} is in use; choose another one: make run PORT={port + 1}") from problem
        reason = getattr(problem, "strerror", None) or problem
        raise StartRefused(f"it cannot listen on {address} port {port} ({reason}).") from problem
    return listener


def start_broker(supervisor: Supervisor, broker: EmbeddedBroker) -> None:
    child = Child("broker", broker.command)
    supervisor.start(child)
    broker.wait(is_alive=child.is_alive)
    announce(settings.DATA_DIR, broker)
    restore_unfinished_tasks(app, broker.url)


def start_site(supervisor: Supervisor, listener: socket.socket, redis_url: str) -> int:
    """Start the other processes; the returned pipe becomes readable when the first web process answers."""
    env = {"REDIS_URL": redis_url}
    ready, tell = os.pipe()
    keep = (listener.fileno(), tell)
    web = [sys.executable, "-m", "genial_site.web", "--fd", str(listener.fileno()), "--ready-fd", str(tell)]
    if not redis_url:
        warn_of_memory_broker()
        supervisor.start(Child("web", [*web, "--with-worker"], env, keep))
        return ready
    for _ in range(settings.ENVIRONMENT["GENIAL_WEB_PROCESSES"]):
        supervisor.start(Child("web", web, env, keep))
    worker = [*CELERY, "worker", "--queues", "site", "--without-gossip", "--without-mingle"]
    supervisor.start(Child("worker", worker, env))
    supervisor.start(Child("post", [sys.executable, "-m", "genial_site.post"], env, essential=False))
    supervisor.start(Child("bots", [sys.executable, "-m", "genial_site.bots"], env, essential=False))
    supervisor.start(Child("beat", [*CELERY, "beat", "--pidfile", ""], env))
    return ready
