"""The process that sends mails, push messages and webhooks: `python -m genial_site.post`.

A worker of its own, so that clocks never wait for other people's servers. Threads, for it does little but wait.
"""

import sys

from .celery import app

THREADS = 4


def main() -> None:
    options = ["--queues", "post", "--hostname", "post@%h", "--pool", "threads", "--concurrency", str(THREADS)]
    app.worker_main(["--quiet", "worker", *options, "--without-gossip", "--without-mingle", *sys.argv[1:]])


if __name__ == "__main__":
    main()
