"""Who stands where among those whose ratings are sure enough, and who still play."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Rating
from games.models.game import Reader
from games.rating.scale import LISTED_FROM, PROVISIONAL

ACTIVE = timedelta(days=90)
"""Whose last rated game is longer ago is not listed until the next one."""

SHOWN = ~Q(bot="") | Q(user__is_active=True, user__ratings_private=False)


def leaderboard(rules_key: str, pool: str, now: datetime) -> QuerySet[Rating]:
    """Best first. Who keeps their ratings private is not in it."""
    sure = Rating.objects.filter(rules_key=rules_key, pool=pool, sigma__lte=PROVISIONAL, games__gte=LISTED_FROM)
    return sure.filter(SHOWN, last_at__gt=now - ACTIVE).select_related("user").order_by("-mu", "pk")


@dataclass(frozen=True, slots=True)
class Own:
    """Where the reader stands in a leaderboard, or why they do not."""

    rating: Rating
    place: int | None
    reasons: tuple[str, ...] = ()
    """`games` too few, `unsure`, `away` for too long, `private`."""


def own_standing(reader: Reader, rules_key: str, pool: str, now: datetime) -> Own | None:
    if not isinstance(reader, User):
        return None
    rating = Rating.objects.filter(user=reader, rules_key=rules_key, pool=pool).first()
    if rating is None:
        return None
    reasons = tuple(why_not_listed(rating, reader, now))
    if reasons:
        return Own(rating, None, reasons)
    better = Q(mu__gt=rating.mu) | Q(mu=rating.mu, pk__lt=rating.pk)
    return Own(rating, leaderboard(rules_key, pool, now).filter(better).count() + 1)


def why_not_listed(rating: Rating, user: User, now: datetime) -> list[str]:
    found = {
        "games": rating.games < LISTED_FROM,
        "unsure": rating.provisional,
        "away": rating.last_at <= now - ACTIVE,
        "private": user.ratings_private,
    }
    return [reason for reason, holds in found.items() if holds]
