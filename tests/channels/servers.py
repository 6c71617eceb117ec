"""Servers of other people, for tests: they note what they get, and answer as they are told."""

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Server:
    url: str
    port: int
    got: list[Request] = field(default_factory=list)
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    answer: Callable[[BaseHTTPRequestHandler], object] | None = None
    """Instead of the status: writes what it likes."""


@contextmanager
def server(tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            told.got.append(Request(self.path, dict(self.headers), body))
            if told.answer:
                told.answer(self)
                return
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_args: Any) -> None:
            """Clients that hang up are part of the test."""

    http = Quiet((host, 0), Handler)
    if tls:
        http.socket = tls.wrap_socket(http.socket, server_side=True, do_handshake_on_connect=False)
    port = http.server_address[1]
    told = Server(f"{'https' if tls else 'http'}://{host}:{port}", port)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield told
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
