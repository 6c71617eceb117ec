"""Tidying up."""

from datetime import datetime, timedelta

from games.models import Notice

KEPT_FOR = timedelta(days=90)


def forget_old_notices(*, now: datetime) -> int:
    return Notice.objects.filter(created_at__lte=now - KEPT_FOR).delete()[0]
