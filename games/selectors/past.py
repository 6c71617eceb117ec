"""What somebody has played so far, counted once: nothing of it changes until another game of theirs ends."""

from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache

from accounts.models import User
from games.models import SoloResult
from games.models.game import Reader
from games.selectors.bests import own_bests
from games.selectors.people import Results, results_of

KEPT_FOR = timedelta(hours=1).total_seconds()
"""Games that an operator rebuilds keep their number; what was counted before goes by itself."""


@dataclass(frozen=True, slots=True)
class Past:
    results: Results
    bests: dict[str, list[SoloResult]]


def past_of(person: User, reader: Reader, finished: int) -> Past:
    """As this reader may know it; `finished` is how many games of theirs have ended."""
    key = f"past:{person.pk}:{reader.pk or 0}:{finished}"
    past: Past | None = cache.get(key)
    if past is None:
        results = results_of(person, reader)
        past = Past(results, own_bests(person, reader) if results.has_solo else {})
        cache.set(key, past, KEPT_FOR)
    return past
