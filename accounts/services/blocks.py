"""Who wants nothing to do with whom. Whoever blocked whom, it holds both ways, and only the blocker knows of it."""

from collections.abc import Collection
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Block, User

MOST = 500
"""People that one person can block."""


@transaction.atomic
def note_block(*, user: User, other: User, now: datetime) -> Block:
    """Blocking twice changes nothing. Raises ValidationError."""
    User.objects.select_for_update().get(pk=user.pk)  # so that the limit holds for requests at the same time, too
    if user == other:
        raise ValidationError(_("You cannot block yourself."))
    known = Block.objects.filter(blocker=user, blocked=other).first()
    if known:
        return known
    if user.blocks.count() >= MOST:
        raise ValidationError(
            _("You have blocked %(most)d people: unblock some of them first.") % {"most": MOST}, code="too_many_blocks"
        )
    return Block.objects.create(blocker=user, blocked=other, at=now)


def unblock(*, user: User, other: User) -> bool:
    """Whether this user had blocked the other."""
    return bool(Block.objects.filter(blocker=user, blocked=other).delete()[0])


def blocks_of(user: User) -> QuerySet[Block]:
    return user.blocks.select_related("blocked")


def has_blocked(user: User, others: Collection[int]) -> bool:
    return bool(others) and Block.objects.filter(blocker=user, blocked__in=others).exists()


def are_apart(user: User, others: Collection[int]) -> bool:
    """Whether one of these blocked this user, or the other way round."""
    return bool(others) and between(user.pk).filter(Q(blocker__in=others) | Q(blocked__in=others)).exists()


def between(user_id: int | None) -> QuerySet[Block]:
    return Block.objects.filter(Q(blocker=user_id) | Q(blocked=user_id)).order_by()


def apart_from(user_id: int, other: str) -> Exists:
    """That whoever a row names in this column and this user are kept apart, for queries."""
    theirs = Q(blocker=OuterRef(other), blocked=user_id) | Q(blocker=user_id, blocked=OuterRef(other))
    return Exists(Block.objects.filter(theirs))
