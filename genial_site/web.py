"""The web process: `python -m genial_site.web`; several of them where GENIAL_WEB_PROCESSES says so."""

import argparse
import os
import resource
import socket
from contextlib import suppress
from typing import Any

import uvicorn

GRACE = 2  # seconds for open requests and event streams when the server stops


class Server(uvicorn.Server):
    """A uvicorn that tells its supervisor when it answers, over a pipe."""

    ready_fd: int | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.ready_fd is not None:
            os.write(self.ready_fd, b"1")


def allow_many_connections() -> None:
    """Each open event stream is a file, and many systems begin with a limit of 1,024."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # where the system has another limit, which it does not tell
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def options() -> dict[str, Any]:
    from django.conf import settings

    from .checks import insist_on_settings
    from .operation import logs

    insist_on_settings()
    logs.set_up()
    environment = settings.ENVIRONMENT
    return {
        "app": "genial_site.asgi:application",
        "host": environment["GENIAL_BIND"],
        "port": environment["PORT"],
        "proxy_headers": False,  # asgi.py does that, and needs to know who is really at the other end
        "lifespan": "off",
        "log_config": None,  # its lines are ours
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int, help="serve on this inherited socket")
    parser.add_argument("--ready-fd", type=int, help="write to this inherited pipe when the server answers")
    parser.add_argument("--with-worker", action="store_true", help="run workers and beat in threads of this process")
    arguments = parser.parse_args()
    allow_many_connections()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genial_site.settings")
    if arguments.fd is None:
        from django.conf import settings

        uvicorn.run(**options(), workers=settings.ENVIRONMENT["GENIAL_WEB_PROCESSES"])
        return
    server = Server(uvicorn.Config(**options()))
    server.ready_fd = arguments.ready_fd
    if arguments.with_worker:
        from .in_process import run_workers_and_beat

        run_workers_and_beat()
    server.run(sockets=[socket.socket(fileno=arguments.fd)])


if __name__ == "__main__":
    main()
