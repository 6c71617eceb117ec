"""Everything that the operator's page shows."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from accounts.models import Case, Export
from games.models import Notice
from games.selectors import trouble
from games.services.notices.reasons import meaning
from games.services.notices.requeuing import worth_another_try
from genial_site.backup.making import STAMP
from genial_site.version import version

from .boxed import ask_within
from .health import look
from .mending import known_unreadable
from .queues import queue_lengths
from .sizes import database_size
from .words import TITLES, told

MOST_GAMES = 20
PATIENCE = 2.0  # seconds for the broker


@dataclass(frozen=True, slots=True)
class Failed:
    """Notices that did not go out for one reason."""

    found: trouble.Failures
    channel: str
    state: str
    reason: str
    address: str
    """Of the list of them in the admin."""


def state() -> dict[str, Any]:
    """What the page asks for again and again."""
    parts = [told(part) for part in look()]
    lengths = ask_within(PATIENCE, {"queues": queue_lengths})["queues"]
    return {"parts": parts, "wrong": sum(not part.ok for part in parts), "queues": queues(lengths)}


def overview(*, now: datetime) -> dict[str, Any]:
    stuck = trouble.stuck_games(now=now, most=MOST_GAMES + 1)
    return {
        **state(),
        "games": trouble.games_by_status(),
        "stuck": stuck[:MOST_GAMES],
        "more_stuck": len(stuck) > MOST_GAMES,
        "bots_wait": any(game.why == "bot" for game in stuck),
        "unreadable": unreadable(),
        "hints": trouble.waiting_hints(now=now).count(),
        "reviews": trouble.waiting_reviews(now=now).count(),
        "exports": stuck_exports(now),
        "failed": [failed(row) for row in trouble.failed_notices(now=now)],
        "again": worth_another_try(now=now).count(),
        "overdue": trouble.overdue_notices(now=now),
        "bot_troubles": trouble.bot_troubles(now=now),
        "cases": Case.objects.exclude(state=Case.State.SETTLED).count(),
        "version": version(),
        "database_size": database_size(),
        "disk_free": shutil.disk_usage(settings.DATA_DIR).free,
        "backup_at": last_backup(),
    }


def queues(lengths: Any) -> Mapping[Any, int] | None:
    """Nothing where the broker does not say."""
    if not isinstance(lengths, dict):
        return None
    return {TITLES.get(name, name): length for name, length in lengths.items()}


def unreadable() -> list[UUID]:
    found = ask_within(PATIENCE, {"unreadable games": known_unreadable})["unreadable games"]
    return found if isinstance(found, list) else []


def stuck_exports(now: datetime) -> int:
    return Export.objects.filter(state=Export.State.WORKING, worked_at__lte=now - trouble.PATIENCE).count()


def failed(found: trouble.Failures) -> Failed:
    query = urlencode({"channel__exact": found.channel, "state__exact": found.state, "q": found.reason})
    return Failed(
        found,
        str(Notice.Channel(found.channel).label),
        str(Notice.State(found.state).label),
        meaning(found.reason) if found.reason else "",
        f"{reverse('admin:games_notice_changelist')}?{query}",
    )


def last_backup() -> datetime | None:
    try:
        note = json.loads((settings.DATA_DIR / STAMP).read_text())
        return datetime.fromisoformat(note["made_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
