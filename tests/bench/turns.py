"""What a turn costs over the API, early in a game and late: it must not grow with the log."""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from typing import Any

EARLY, LATE, AROUND = 5, 60, 4
"""Turns are measured around these two numbers."""
GAMES = 12
MOST_QUERIES_A_TURN, MOST_QUERIES_A_READ = 12, 6
MOST_GROWTH = 1.2


def lines() -> Iterator[str]:
    """Plays four-player games, the longest there are, in a database of its own."""
    with tempfile.TemporaryDirectory(prefix="genial-bench-") as folder:
        os.environ["GENIAL_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        from django.db import connection
        from django.test.utils import setup_test_environment

        setup_test_environment()
        connection.creation.create_test_db(verbosity=0)
        try:
            yield from measured()
        finally:
            connection.close()


def measured() -> Iterator[str]:
    from tests.tables import people, running_game

    spent: dict[int, list[float]] = {}
    queries: dict[int, list[int]] = {}
    reads: list[int] = []
    for number in range(GAMES):
        users = people(*(f"{name}{number}" for name in "abcd"))
        game = running_game(*users)
        clients: dict[int | None, Any] = {user.pk: client_of(user) for user in users}
        for turn in range(1, LATE + AROUND + 1):
            seconds, asked = timed_turn(game, clients)
            spent.setdefault(turn, []).append(seconds)
            queries.setdefault(turn, []).append(asked)
        reads.append(queries_to_read(game, clients[users[0].pk]))
    early, late = typical(spent, EARLY), typical(spent, LATE)
    for turn, seconds in ((EARLY, early), (LATE, late)):
        yield f"a turn over the API, around turn {turn}: {seconds * 1000:.2f} ms, {max(queries[turn])} queries"
    most = max(max(asked) for asked in queries.values())
    yield f"  {late / early:.2f} times as long late as early (promised: at most {MOST_GROWTH})"
    yield f"  at most {most} queries a turn (promised: {MOST_QUERIES_A_TURN})"
    yield f"  at most {max(reads)} queries to read a game (promised: {MOST_QUERIES_A_READ})"


def client_of(user: Any) -> Any:
    from django.test import Client

    from accounts.services.tokens import make_token

    _token, text = make_token(user=user, name="bench")
    return Client(headers={"Authorization": f"Bearer {text}"})


def timed_turn(game: Any, clients: dict[int | None, Any]) -> tuple[float, int]:
    """One turn by whoever is to move: processor seconds and queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tests.tables import fresh, some_turn

    found = fresh(game)
    body = {"version": found.version, "actions": some_turn(game)}
    headers = {"Idempotency-Key": f"{found.version}"}
    client = clients[found.mover_id]
    with CaptureQueriesContext(connection) as captured:
        began = time.process_time()
        answer = client.post(f"/api/v1/games/{game.pk}/moves/", body, "application/json", headers=headers)
        seconds = time.process_time() - began
    if answer.status_code != 201:
        raise RuntimeError(answer.content.decode())
    return seconds, len(captured)


def queries_to_read(game: Any, client: Any) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        client.get(f"/api/v1/games/{game.pk}/")
    return len(captured)


def typical(spent: dict[int, list[float]], turn: int) -> float:
    """The median around a turn, since single ones differ by what they score."""
    near = range(turn - AROUND, turn + AROUND + 1)
    return statistics.median(seconds for at in near for seconds in spent[at])
