from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from django.db import connections

from games import selectors
from games.api.streams.handler import Streams
from games.live.hub import Hub


@dataclass
class Table:
    """Stands in for the database of games."""

    versions: dict[UUID, int] = field(default_factory=dict)
    waiting: dict[str, list[UUID]] = field(default_factory=dict)
    looks: int = 0

    def stream_version(self, game_id: UUID, user: Any, link: str) -> int | None:
        self.looks += 1
        return self.versions.get(game_id)

    def games_waiting_for(self, user: Any) -> list[UUID]:
        self.looks += 1
        return self.waiting.get(str(user), [])


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table()
    monkeypatch.setattr(selectors, "stream_version", table.stream_version)
    monkeypatch.setattr(selectors, "games_waiting_for", table.games_waiting_for)
    return table


@pytest.fixture
def streams(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Streams]:
    """A handler with a hub of its own, deaf to any broker."""
    settings.REDIS_URL = ""
    # What its threads open they close at once, so that the test's database can be removed.
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    streams = Streams(Hub())
    yield streams
    streams.pool.shutdown()
