"""Web server, workers, post, bots and beat: alive, and not one too many."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

from django.conf import settings
from redis import RedisError

from genial_site.operation.board import board
from genial_site.operation.health import BROKER, DATABASE, Part, look, part_names
from genial_site.operation.heartbeats import BEAT, heartbeats
from genial_site.operation.queues import queue_lengths

from .finding import Finding, error, note, warning

PATIENCE = 3.0  # seconds
LONG = 500  # tasks

COMMANDS = {
    "site": "python -m celery --app genial_site worker --queues site",
    "post": "python -m genial_site.post",
    "bots": "python -m genial_site.bots",
    "beat": "python -m celery --app genial_site beat",
}
WITHOUT = {
    "site": "no clock runs out, and nobody is reminded",
    "post": "no mail, push message or webhook goes out",
    "bots": "no bot plays, and nobody gets a hint or a review",
    "beat": "nothing that comes again and again is done: clocks, reminders, tidying up",
}


def processes() -> Iterator[Finding]:
    web = list(web_server())
    parts = look([name for name in part_names() if name not in (DATABASE, BROKER)])
    if web and all(part.word == "missing" for part in parts):
        yield asleep()
        return
    yield from web
    for part in parts:
        yield from of_part(part)
    with suppress(RedisError, OSError):  # a broker that is away has its own finding
        yield from two_beats()
        yield from queues()


def asleep() -> Finding:
    return error(
        f"The site does not run: nobody answers on port {settings.PORT}, and no other process has been seen.",
        "Nobody can play.",
        "Start it: make run, or the processes that docs/operating.md lists. If it runs, GENIAL_DATA, PORT and "
        "REDIS_URL are not those that it runs with.",
    )


def web_server() -> Iterator[Finding]:
    bind = settings.ENVIRONMENT["GENIAL_BIND"]
    host = "127.0.0.1" if bind in ("0.0.0.0", "::") else f"[{bind}]" if ":" in bind else bind  # noqa: S104
    try:
        with urllib.request.urlopen(f"http://{host}:{settings.PORT}/healthz", timeout=PATIENCE) as answer:
            if answer.read(10) == b"ok\n":
                return
        what = f"Something else than this site answers on {host} port {settings.PORT}."
    except (OSError, ValueError):
        what = f"No web server answers on {host} port {settings.PORT}."
    yield warning(
        what,
        "Nobody can open a page, unless the web server is on another machine.",
        "Start the site: make run, or python -m genial_site.web; PORT and GENIAL_BIND must be the same for both.",
    )


def of_part(part: Part) -> Iterator[Finding]:
    if part.word in ("missing", "dead", "away", "silent"):
        ago = f" for {part.facts['seconds_ago']:.0f} s" if "seconds_ago" in part.facts else ""
        yield error(
            f"No {part.name} process has been seen{ago}.",
            f"Without it {WITHOUT[part.name]}.",
            f"Start it ({COMMANDS[part.name]}), or see in its log why it ended.",
        )
    elif part.word == "preparing":
        yield note("Bots are getting ready: their search is compiled, which takes a minute or two after an upgrade.")
    elif part.word == "late":
        yield warning(
            f"Recurring tasks come {part.facts['lag']:.0f} s late.",
            "Clocks run out late, and reminders come late.",
            "The worker may have too much to do: start another one, or raise GENIAL_WORKERS.",
        )


def two_beats() -> Iterator[Finding]:
    now = time.time()
    beats = [beat for beat in heartbeats(board(), now) if beat.kind == BEAT and beat.is_fresh(now)]
    if len(beats) > 1:
        places = ", ".join(f"process {beat.pid} on {beat.host}" for beat in beats)
        yield error(
            f"There are {len(beats)} beats: {places}.",
            "Everything that comes again and again is done twice.",
            "Stop all but one.",
        )


def queues() -> Iterator[Finding]:
    for name, length in queue_lengths().items():
        if length > LONG:
            yield warning(
                f"{length} tasks wait in the queue {name}.",
                "Whatever comes now waits behind them.",
                f"Start another process for it: {COMMANDS[name]}",
            )
