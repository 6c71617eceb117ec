"""`python -m tests.bench.exports`: how long a task packs, and what it holds, for somebody with thousands of games."""

import os
import resource
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator

GAMES = 5000


def lines(count: int) -> Iterator[str]:
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
            yield from measured(count)
        finally:
            connection.creation.destroy_test_db(":memory:", verbosity=0)


def measured(count: int) -> Iterator[str]:
    from django.db import transaction

    from accounts.models import Export
    from accounts.services.exports import making
    from tests.tables import NOW, people, play_on, running_game

    ada, bob = people("ada", "bob")
    games = [play_on(running_game(ada, bob, rules=rules)) for rules in ("genial", "genial-cards", "koepfchen")]
    with transaction.atomic():
        for number in range(count - len(games)):
            copy(games[number % len(games)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    export = making.ask(user=ada, now=NOW)
    times = []
    while True:
        export.refresh_from_db()
        if export.state != Export.State.WORKING:
            break
        began = time.process_time()
        making.go_on(export_id=export.pk, reached=export.reached, now=NOW)
        times.append(time.process_time() - began)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    longest = max(len(part.data) for part in export.parts.all())
    yield f"{count} games: {export.state}, {export.size:,} bytes in {len(times)} parts of up to {longest:,}"
    yield f"processor time: {sum(times):.1f} s in all, the longest task {max(times[:-1], default=0):.1f} s"
    yield f"the last task, with all lists: {times[-1]:.1f} s; memory grew by {grown / 1024:.0f} MB"


def copy(game: object) -> None:
    """The same game again, with its players and moves."""
    from games.models import Game, Move, Player

    assert isinstance(game, Game)
    players, moves = list(game.players.all()), list(game.moves.all())
    again = Game.objects.get(pk=game.pk)
    again.pk, again.link = uuid.uuid4(), uuid.uuid4().hex
    again.save(force_insert=True)
    rows: list[Player | Move] = [*players, *moves]
    for row in rows:
        row.pk, row.game = None, again
    Player.objects.bulk_create(players)
    Move.objects.bulk_create(moves)


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(line, flush=True)
