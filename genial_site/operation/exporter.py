"""Metrics of a machine that has workers but no web server: `python -m genial_site.operation.exporter`."""

import argparse
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any

PORT = 9464


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        from .doors import TEXT, counted

        scope = {
            "client": self.client_address,
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in self.headers.items()],
        }
        known = self.path.rstrip("/") == "/metrics"
        status, kind, body = counted(scope) if known else (404, TEXT, b"The metrics are at /metrics.\n")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        """Whoever asks every few seconds is no news."""


def server(bind: str, port: int) -> ThreadingHTTPServer:
    return ThreadingHTTPServer((bind, port), Handler)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genial_site.settings")
    import django
    from django.conf import settings

    from genial_site.checks import insist_on_settings

    from . import metrics

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bind", default="127.0.0.1", type=ip_address, help="the address to listen on")
    parser.add_argument("--port", default=PORT, type=int, help=f"the port to listen on ({PORT})")
    arguments = parser.parse_args()
    insist_on_settings()
    django.setup()
    metrics.share(settings.DATA_DIR / "metrics")
    server(str(arguments.bind), arguments.port).serve_forever()


if __name__ == "__main__":
    main()
