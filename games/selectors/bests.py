"""The best results of people who play alone."""

from datetime import datetime

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.engine.registry import RULES
from games.models import SoloResult
from games.models.game import Reader

BESTS_EACH = 3
LISTED = 50

SOLO_RULES = [key for key, rules in RULES.items() if "solo" in rules.variants]


def visible(reader: Reader) -> QuerySet[SoloResult]:
    """Of games that the reader may know of."""
    return SoloResult.objects.filter(Q(game__public=True) | Q(user=reader.pk))


def own_bests(person: User, reader: Reader) -> dict[str, list[SoloResult]]:
    """Somebody's best results by rules, in one query."""
    rank = Window(RowNumber(), partition_by=F("rules_key"), order_by=[F("track").desc(), F("at")])
    best = visible(reader).filter(user=person).annotate(rank=rank).filter(rank__lte=BESTS_EACH)
    found: dict[str, list[SoloResult]] = {}
    for result in best.order_by("rank"):
        found.setdefault(result.rules_key, []).append(result)
    return {key: found[key] for key in SOLO_RULES if key in found}


def site_bests(rules_key: str, reader: Reader, since: datetime | None = None) -> list[SoloResult]:
    """Everybody's best result in a game, best first; each person once, guests and closed accounts never."""
    results = visible(reader).filter(rules_key=rules_key, user__is_guest=False, user__is_active=True)
    if since:
        results = results.filter(at__gte=since)
    own_rank = Window(RowNumber(), partition_by=F("user"), order_by=[F("track").desc(), F("at")])
    best = results.annotate(own_rank=own_rank).filter(own_rank=1).select_related("user", "game")
    return list(best.defer("game__state", "game__secret").order_by("-track", "at")[:LISTED])


def placed(results: list[SoloResult]) -> list[tuple[int, SoloResult]]:
    """With the place of each; equal tracks share one."""
    tracks = [result.track for result in results]
    return [(tracks.index(result.track) + 1, result) for result in results]
