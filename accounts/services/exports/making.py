"""Packing an export: asked for by its owner, made a few seconds at a time by workers, forgotten after a week."""

import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext as _

from accounts.models import Dispatch, Export, ExportPart, User
from accounts.services.dispatches import tell_owner
from accounts.services.exports import contents
from accounts.services.exports.archive import Part
from games.channels.moments import when
from games.models import Player
from games.services.notices.reaching import speaking_to
from games.services.waking import send

logger = logging.getLogger(__name__)

State = Export.State

HOW_OFTEN = timedelta(days=1)
KEPT_FOR = timedelta(days=7)
SLICE = 4.0
"""Seconds that one task packs before it leaves the rest to the next: clocks wait in the same queue."""
BATCH = 25
"""Games that are fetched at a time."""
PART_SIZE = 1 << 20
"""Bytes after which a part is long enough."""
PATIENCE = timedelta(minutes=3)
"""After that whoever claimed a part, or the call for it, counts as lost."""
ATTEMPTS = 5


@transaction.atomic
def ask(*, user: User, now: datetime) -> Export:
    """Begin to pack; asking while that lasts changes nothing. Raises ValidationError within a day of the last."""
    User.objects.select_for_update().get(pk=user.pk)  # so that two requests at once begin one export
    latest = newest(user)
    if latest and latest.state == State.WORKING:
        return latest
    if latest and (again := again_at(latest)) and again > now:
        raise ValidationError(
            _("You can ask for your data once a day: again from %(when)s on.") % {"when": when(again)}, code="too_many"
        )
    user.exports.filter(state=State.FAILED).delete()
    seats = Player.objects.filter(user=user)
    export = Export.objects.create(
        user=user,
        asked_at=now,
        worked_at=now,
        total=seats.count(),
        until=seats.aggregate(last=Max("pk"))["last"] or 0,
    )
    transaction.on_commit(lambda: wake(export.pk, 0))
    return export


def newest(user: User) -> Export | None:
    return user.exports.order_by("-asked_at", "-pk").first()


def again_at(latest: Export) -> datetime | None:
    """From when on another one may be asked for; one that failed does not count."""
    return None if latest.state == State.FAILED else latest.asked_at + HOW_OFTEN


def wake(export_id: int, reached: int) -> None:
    send("accounts.tasks.go_on_with_export", export_id, reached)


# --- the work ----------------------------------------------------------------------------------


def go_on(*, export_id: int, reached: int, now: datetime) -> None:
    """Pack the next part, if nobody else does or has done so."""
    export = claim(export_id, reached, now)
    if export is None:
        return
    try:
        with speaking_to(export.user):
            pack(export, now)
    except Exception:
        logger.exception("The export %s failed after seat %s.", export_id, reached)
        Export.objects.filter(pk=export_id, state=State.WORKING).update(state=State.FAILED, claimed_until=None)
        ExportPart.objects.filter(export=export_id).delete()


def claim(export_id: int, reached: int, now: datetime) -> Export | None:
    """Tasks come twice and late: one of them gets the part that is next. What kills its workers is given up."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    own = Export.objects.filter(pk=export_id)
    waiting = own.filter(free, state=State.WORKING, reached=reached)
    if not waiting.update(claimed_until=now + PATIENCE, attempts=F("attempts") + 1, worked_at=now):
        return None
    export = own.select_related("user").get()
    if export.attempts > ATTEMPTS:
        own.update(state=State.FAILED, claimed_until=None)
        return None
    return export


def pack(export: Export, now: datetime) -> None:
    part = Part(begins=export.size, at=export.asked_at)
    reached, packed, whole = export.reached, 0, True
    until = time.monotonic() + SLICE
    for seat, name, text in contents.records(export, BATCH):
        if name:
            part.add(name, text)
        reached, packed = seat, packed + 1
        if time.monotonic() > until or part.stretch.size > PART_SIZE:
            whole = False
            break
    if whole and packed <= BATCH:
        contents.add_the_rest(part, export.user, now)
        finish(export, part.done_with_all(entries_of(export)), now)
        return
    data, entries = part.done()  # the lists that come last take their time, too: they have a part of their own
    if keep(export, data, entries, done=export.done + packed, reached=reached):
        wake(export.pk, reached)


def entries_of(export: Export) -> Iterator[list[object]]:
    for entries in export.parts.order_by("number").values_list("entries", flat=True).iterator(chunk_size=20):
        yield from entries


@transaction.atomic
def keep(export: Export, data: bytes, entries: list[list[object]], **progress: int) -> bool:
    """Keep a part, if nobody else was quicker."""
    same = Export.objects.filter(pk=export.pk, state=State.WORKING, reached=export.reached)
    done = min(progress.pop("done"), export.total)
    size = export.size + len(data)
    if not same.update(**progress, done=done, size=size, attempts=0, claimed_until=None):
        return False
    number = export.parts.count()
    ExportPart.objects.create(export=export, number=number, data=data, entries=entries)
    return True


@transaction.atomic
def finish(export: Export, data: bytes, now: datetime) -> None:
    """The last part: from now on it can be downloaded, and its owner is told. It replaces the one before."""
    same = Export.objects.filter(pk=export.pk, state=State.WORKING, reached=export.reached)
    if not same.update(
        state=State.READY,
        done=F("total"),
        size=export.size + len(data),
        claimed_until=None,
        ready_at=now,
        expires_at=now + KEPT_FOR,
    ):
        return
    ExportPart.objects.create(export=export, number=export.parts.count(), data=data)
    export.user.exports.exclude(pk=export.pk).delete()
    tell_owner(user=export.user, kind=Dispatch.Kind.EXPORT_READY, now=now)


# --- sweeps ------------------------------------------------------------------------------------


def left_lying(*, now: datetime) -> list[tuple[int, int]]:
    """Exports that nobody works on: the call was lost, or whoever came for it."""
    waiting = Export.objects.filter(state=State.WORKING, worked_at__lte=now - PATIENCE)
    return list(waiting.values_list("pk", "reached"))


def forget_old(*, now: datetime) -> int:
    """What its owner had a week to fetch, and what failed long ago."""
    over = Q(expires_at__lte=now) | Q(state=State.FAILED, asked_at__lte=now - KEPT_FOR)
    return Export.objects.filter(over).delete()[0]


# --- reading -----------------------------------------------------------------------------------


def parts_of(export: Export) -> Iterator[bytes]:
    """The bytes of the archive, one part at a time."""
    for number in export.parts.order_by("number").values_list("number", flat=True):
        yield bytes(export.parts.values_list("data", flat=True).get(number=number))
