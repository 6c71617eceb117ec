"""What the page of a table costs, beside pages that only say hello: one word alone, and one in the site's frame."""

import gzip
import os
import tempfile
from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.bench.measuring import times_of

TURNS = 24
"""Played before the page is measured: a board in the middle of its game."""
MOST_QUERIES = 12
MOST_BYTES = 60_000
MOST_TIME = 4.0
"""Times the bare page."""


def lines() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="genial-bench-") as folder:
        os.environ["GENIAL_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        from django.conf import settings
        from django.db import connection
        from django.test.utils import setup_test_environment

        settings.ROOT_URLCONF = "tests.bench.hello"
        setup_test_environment()
        connection.creation.create_test_db(verbosity=0)
        try:
            yield from measured()
        finally:
            connection.close()


def measured() -> Iterator[str]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.tables import mover, people, play_on, running_game

    game = play_on(running_game(*people("ada", "bob", "cleo", "dan")), turns=TURNS)
    client = Client()
    client.force_login(mover(game))
    table = f"/table/{game.pk}/"
    with_pick = f"{table}?pick={picked(game)}"

    def asked(address: str) -> Any:
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address}: {answer.status_code}")
        return answer

    tables = {"a table of four": table, "the same with a tile picked": with_pick}
    costs = {}
    for name, address in tables.items():
        with CaptureQueriesContext(connection) as captured:
            costs[name] = len(gzip.compress(asked(address).content, 6)), len(captured)
    word, frame, *of_tables = times_of(partial(asked, at) for at in ("/hello/", "/hello/framed/", *tables.values()))
    yield f"hello, one word: {word * 1000:.2f} ms; in the frame of the site: {frame * 1000:.2f} ms"
    for (name, (size, queries)), seconds in zip(costs.items(), of_tables, strict=True):
        yield f"{name}: {seconds * 1000:.2f} ms, {seconds / frame:.1f} bare pages, {seconds / word:.1f} a word"
        yield f"  (promised: {MOST_TIME:.0f} times the bare page)"
        yield f"  {queries} queries (promised: {MOST_QUERIES}), {size:,} bytes compressed (promised: {MOST_BYTES:,})"


def picked(game: Any) -> str:
    from tests.tables import table_of

    table = table_of(game)
    return str(table.state.racks[table.state.seat][0])


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
