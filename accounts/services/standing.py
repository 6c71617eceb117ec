"""Whether somebody is welcome just now. Every door asks here: pages, API, event streams, tables, talk."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.models import Case, Measure, User
from accounts.models.measure import FOR_GOOD

Kind = Measure.Kind


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody is turned away, in words for them."""

    code: str
    measure: Measure | None
    until: datetime | None
    """None: for good."""

    @property
    def reason(self) -> str:
        return self.measure.reason if self.measure else ""

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        if self.until is None:
            first = _("Your account is suspended for good.")
        else:
            first = _("Your account is suspended until %(date)s.") % {"date": spoken(self.until)}
        return f"{first} {_('Reason: %(reason)s') % {'reason': self.reason}}" if self.reason else first


def refusal(user: object, now: datetime) -> Refusal | None:
    """Nothing for strangers and for people in good standing, for whom this costs no query."""
    if not isinstance(user, User) or not is_suspended(user, now):
        return None
    held = holding(user, now).filter(kind=Kind.SUSPENSION)
    return Refusal("suspended", longest(held), ends(user.suspended_until))


def is_suspended(user: User, now: datetime) -> bool:
    return user.suspended_until is not None and user.suspended_until > now


def is_muted(user: User, now: datetime) -> bool:
    return user.muted_until is not None and user.muted_until > now


def mute_sentence(user: User) -> str:
    until = ends(user.muted_until)
    if until is None:
        return _("You may not write on this site.")
    return _("You may not write on this site until %(date)s.") % {"date": spoken(until)}


def standing_of(user: User, now: datetime) -> str:
    """In one word, for lists."""
    if user.deleted_at is not None:
        return _("deleted")
    if user.deletion_due is not None:
        return _("closing")
    if not user.is_active:
        return _("closed")
    if is_suspended(user, now):
        return _("suspended")
    if is_muted(user, now):
        return _("muted")
    return _("guest") if user.is_guest else _("active")


def not_suspended(now: datetime) -> Q:
    """For queries: people who may be invited, paired or played with."""
    return Q(suspended_until=None) | Q(suspended_until__lte=now)


def holding(user: User, now: datetime) -> QuerySet[Measure]:
    """The measures that hold at that time."""
    return user.measures.filter(Q(until=None) | Q(until__gt=now), lifted_at=None)


def unread(user: User) -> dict[str, Any]:
    """What the operator has to say to this person."""
    return {
        "measures": user.measures.filter(acknowledged_at=None, lifted_at=None).order_by("at", "pk"),
        "thanks": user.reports.filter(case__state=Case.State.SETTLED, thanked_at=None).exists(),
    }


def longest(measures: Iterable[Measure]) -> Measure | None:
    return max(measures, key=lambda measure: measure.until or FOR_GOOD, default=None)


def ends(at: datetime | None) -> datetime | None:
    """None for what has no end."""
    return None if at is None or at >= FOR_GOOD else at


def spoken(at: datetime) -> str:
    # Translators: a date format of Django's, as in "Fri 20 Nov 2026, 08:00".
    return formats.date_format(timezone.localtime(at), _("D j M Y, H:i"))
