"""What the page of a table costs, and those of somebody with thousands of games, beside pages that only say hello: one
word alone, and one in the site's frame."""

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
GAMES = 2000
"""Finished and rated, of whoever's profile and history are measured."""
MOST_QUERIES_OF_A_PERSON = 10


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

    name = somebody_with_a_past(mover(game))
    pages = {
        "a table of four": (table, MOST_QUERIES),
        "the same with a tile picked": (with_pick, MOST_QUERIES),
        "a profile": (f"/people/{name}/", MOST_QUERIES_OF_A_PERSON),
        "a profile, the chart of one year": (f"/people/{name}/?range=1y", MOST_QUERIES_OF_A_PERSON),
        "a history": (f"/people/{name}/games/", MOST_QUERIES_OF_A_PERSON),
        "its last page": (f"/people/{name}/games/?page=9999", MOST_QUERIES_OF_A_PERSON),
        "a history, narrowed down": (
            f"/people/{name}/games/?rules=genial&outcome=won&played_with={mover(game).username}&company=people",
            MOST_QUERIES_OF_A_PERSON,
        ),
    }
    costs = {}
    for what, (address, _most) in pages.items():
        asked(address)
        with CaptureQueriesContext(connection) as captured:
            costs[what] = len(gzip.compress(asked(address).content, 6)), len(captured)
    addresses = [address for address, _most in pages.values()]
    word, frame, *of_pages = times_of(partial(asked, at) for at in ("/hello/", "/hello/framed/", *addresses))
    yield f"hello, one word: {word * 1000:.2f} ms; in the frame of the site: {frame * 1000:.2f} ms"
    for (what, (size, queries)), seconds in zip(costs.items(), of_pages, strict=True):
        yield f"{what}: {seconds * 1000:.2f} ms, {seconds / frame:.1f} bare pages, {seconds / word:.1f} a word"
        yield f"  (promised: {MOST_TIME:.0f} times the bare page)"
        yield f"  {queries} queries (promised: {pages[what][1]}), {size:,} bytes compressed (promised: {MOST_BYTES:,})"


def somebody_with_a_past(reader: Any) -> str:
    """Their name; they have played a lot, against the reader, too."""
    from django.utils import timezone

    from tests.histories import alone, finished
    from tests.tables import people, running_game

    veteran, *others = people("veteran", "eve", "finn", "gus")
    now = timezone.now()
    finished(veteran, [reader, *others], GAMES, until=now)
    alone(veteran, [9, 10, 11, 12, 13, 14], [8, 10, 11, 12, 13, 14], at=now)
    for other in others:
        running_game(veteran, other)
    return str(veteran.username)


def picked(game: Any) -> str:
    from tests.tables import table_of

    table = table_of(game)
    return str(table.state.racks[table.state.seat][0])


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
