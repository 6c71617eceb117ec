"""Claims: one conditional update makes somebody the only one who sends a notice."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import F, Prefetch, Q, QuerySet

from games.models import Notice, Player
from games.services.notices.reasons import LOST
from games.services.notices.timing import GRACE

Channel, State = Notice.Channel, Notice.State

AT_A_TIME = {Channel.PUSH: 50, Channel.MAIL: 100, Channel.WEBHOOK: 1}
"""How many notices a message holds. A webhook gets each in a call of its own, so that none is repeated for another."""
PUSHED_APART = 3
"""Games whose push messages come one by one; news from more of them come in one. Either way a claim is one message."""
PATIENCE = timedelta(minutes=5)
"""After that whoever claimed a notice counts as dead; no message takes that long."""


@transaction.atomic
def claim(channel: str, user_id: int, now: datetime) -> list[Notice]:
    """Take what is due, so that nobody else sends it. A mail takes along what would come in another one later."""
    ready = Q(due_at__lte=now)
    if channel == Channel.MAIL:
        ready |= Q(created_at__lte=now - GRACE, attempts=0)
    waiting = Notice.objects.filter(ready, user=user_id, channel=channel, state=State.WAITING)
    # In one order, and around what others hold: two workers never wait for each other.
    skip = connection.features.has_select_for_update_skip_locked
    free = waiting.order_by("due_at", "pk").select_for_update(skip_locked=skip, of=("self",))
    found = list(free.values_list("pk", "due_at", "game_id")[: AT_A_TIME[Channel(channel)]])
    if not found or found[0][1] > now:
        return []
    if channel == Channel.PUSH and len({game_id for _pk, _due_at, game_id in found}) <= PUSHED_APART:
        found = [row for row in found if row[2] == found[0][2]]
    mine = uuid4()
    Notice.objects.filter(pk__in=[pk for pk, _due_at, _game_id in found], state=State.WAITING).update(
        state=State.CLAIMED, claim=mine, claimed_at=now, attempts=F("attempts") + 1
    )
    return claimed_by(mine)


def claimed_by(claim: UUID) -> list[Notice]:
    found = Notice.objects.filter(claim=claim, state=State.CLAIMED).select_related("game")
    players = Prefetch("game__players", Player.objects.select_related("user"))
    return list(found.prefetch_related(players).order_by("due_at", "pk"))


def wait(batch: Sequence[Notice], until: datetime, reason: str) -> None:
    """Not an attempt. What would have waited longer anyway, such as for a daily mail, comes no sooner."""
    sooner = mine(batch).filter(due_at__lte=until)
    sooner.update(state=State.WAITING, due_at=until, reason=reason, attempts=F("attempts") - 1)
    release(batch)


def release(batch: Sequence[Notice]) -> None:
    """Let those that are still claimed wait on as they did."""
    mine(batch).update(state=State.WAITING, attempts=F("attempts") - 1)


def mine(batch: Sequence[Notice], states: Sequence[str] = (State.CLAIMED,)) -> QuerySet[Notice]:
    """These notices, as long as nobody else has claimed them."""
    claims = {notice.claim for notice in batch}
    return Notice.objects.filter(pk__in=[notice.pk for notice in batch], claim__in=claims, state__in=states)


def give_back(*, now: datetime, patience: timedelta = PATIENCE) -> int:
    """Let others send what somebody claimed who has died since. Whether it went out nobody knows: it may go out twice.

    The mark of the claim stays, so that somebody who was only slow can still say that it went out.
    """
    dead = Notice.objects.filter(state=State.CLAIMED, claimed_at__lte=now - patience)
    return dead.update(state=State.WAITING, perhaps_twice=True, reason=LOST, due_at=now)
