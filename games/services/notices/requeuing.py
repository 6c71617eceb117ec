"""Trying again what was given up: for an operator who has mended what kept it."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Notice
from games.services.notices.failing import UNDER_WAY

KEPT = timedelta(days=1)
"""News that are older than that are no news."""


def worth_another_try(*, now: datetime) -> QuerySet[Notice]:
    """What failed within a day and reached its reader in no other way; what bounced would bounce again."""
    stand_in = Notice.objects.filter(
        user=OuterRef("user"),
        kind=OuterRef("kind"),
        game=OuterRef("game"),
        version=OuterRef("version"),
        instead_of=OuterRef("channel"),
        state__in=UNDER_WAY,
    ).exclude(channel=Notice.Channel.SITE)
    failed = Notice.objects.filter(state=Notice.State.FAILED, created_at__gt=now - KEPT)
    return failed.exclude(Exists(stand_in))


def requeue_failed(*, now: datetime) -> int:
    """Let them wait anew, as if nobody had tried yet; the next sweep drops what is no longer needed."""
    found = list(worth_another_try(now=now).values_list("pk", flat=True))
    again = Notice.objects.filter(pk__in=found, state=Notice.State.FAILED)
    return again.update(state=Notice.State.WAITING, due_at=now, attempts=0, reason="", claim=None, claimed_at=None)
