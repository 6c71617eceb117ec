"""Measures: warn, mute, suspend, rename, empty a profile; and lifting them.

Nothing is deleted, and every act is written down. What `User` knows of its standing is reckoned anew from the measures
with every change (`reckon`). Dates decide by themselves when something ends: there is no sweep.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import AuditEntry, Case, Measure, User
from accounts.models.measure import FOR_GOOD
from accounts.services.audit import record
from accounts.services.guests import ATTEMPTS, made_up_name
from accounts.services.names import Taken, guess_name
from accounts.services.roles import check_may_moderate
from accounts.services.sessions import end_all_sessions
from accounts.services.standing import holding, longest
from games.services import goodbye

Kind, Action = Measure.Kind, AuditEntry.Action

ACTIONS = {
    Kind.WARNING: Action.WARNED,
    Kind.MUTE: Action.MUTED,
    Kind.SUSPENSION: Action.SUSPENDED,
    Kind.RENAME: Action.RENAMED,
    Kind.HIDING: Action.HID,
    Kind.PROFILE: Action.EMPTIED,
}


# --- taking measures ---------------------------------------------------------------------------


@transaction.atomic
def warn(*, actor: User, user: User, reason: str, now: datetime, note: str = "", case: Case | None = None) -> Measure:
    """Have them read something on their next page, until they confirm it."""
    return impose(actor, user, Kind.WARNING, reason=reason, note=note, case=case, now=now)


@transaction.atomic
def mute(
    *,
    actor: User,
    user: User,
    until: datetime | None,
    reason: str,
    now: datetime,
    note: str = "",
    case: Case | None = None,
) -> Measure:
    """They may not write in any talk, until that date or for good."""
    return impose(actor, user, Kind.MUTE, until=until, reason=reason, note=note, case=case, now=now)


@transaction.atomic
def suspend(
    *,
    actor: User,
    user: User,
    until: datetime | None,
    reason: str,
    now: datetime,
    note: str = "",
    case: Case | None = None,
) -> Measure:
    """Keep them off the site, until that date or for good.

    They get up from open tables. Running games go on by their clocks, as they do for anybody who does not come; only
    whoever never comes back resigns, so that nobody waits for the time to run out.
    """
    measure = impose(actor, user, Kind.SUSPENSION, until=until, reason=reason, note=note, case=case, now=now)
    if not user.is_guest:  # who would become another guest at once, instead of coming back as the same
        end_sessions(user)
    if until is None:
        goodbye.withdraw(user=user, now=now)
    else:
        goodbye.leave_open_tables(user=user, now=now)
    return measure


@transaction.atomic
def rename(*, actor: User, user: User, reason: str, now: datetime, note: str = "", case: Case | None = None) -> Measure:
    """Take an offensive name away; a made-up one takes its place, and they may choose another once."""
    lock(user)
    measure = impose(actor, user, Kind.RENAME, reason=reason, note=note, case=case, now=now, old_name=user.username)
    for _attempt in range(ATTEMPTS):
        user.username = made_up_name()
        try:
            with transaction.atomic():
                user.save(update_fields=["username"])
        except IntegrityError:  # somebody has this name
            continue
        return measure
    raise ValidationError(_("We could not find a free name just now. Please try again."))


@transaction.atomic
def empty_profile(
    *, actor: User, user: User, reason: str, now: datetime, note: str = "", case: Case | None = None
) -> Measure:
    """Take what somebody says about themselves off their profile."""
    lock(user)
    measure = impose(actor, user, Kind.PROFILE, reason=reason, note=note, case=case, now=now, removed=user.about)
    user.about = ""
    user.save(update_fields=["about"])
    return measure


@transaction.atomic
def choose_name(*, user: User, name: str, address: str, now: datetime) -> None:
    """The one name that a renamed person may choose. Raises ValidationError."""
    user = User.objects.select_for_update().get(pk=user.pk)
    measure = nameless(user)
    if measure is None:
        raise ValidationError(_("You have chosen a name already."))
    user.username = guess_name(name, owner=user, address=address, now=now)
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError:  # somebody else took it at the same moment
        raise Taken from None
    measure.name_chosen_at = now
    measure.save(update_fields=["name_chosen_at"])
    record(actor=user, action=Action.NAME_CHOSEN, subject=user, now=now, measure=measure.pk)


def nameless(user: User) -> Measure | None:
    """The measure that took their name, while they may still choose another."""
    return user.measures.filter(kind=Kind.RENAME, lifted_at=None, name_chosen_at=None).first()


def impose(actor: User, user: User, kind: str, *, reason: str, now: datetime, **fields: Any) -> Measure:
    """Write a measure down, with all that follows from it for the user's standing. Raises ValidationError."""
    check_may_moderate(actor, user)
    lock(user)
    if fields.get("until") is not None and fields["until"] <= now:
        raise ValidationError(_("This date is over: choose one that is still to come."))
    measure = Measure(user=user, kind=kind, reason=reason.strip(), by=actor, at=now, **fields)
    measure.note = measure.note.strip()
    measure.full_clean(exclude=["user", "by", "case"])
    measure.save()
    reckon(user, now)
    details = {"measure": measure.pk, "case": measure.case_id, "until": measure.until and measure.until.isoformat()}
    known = {name: value for name, value in details.items() if value is not None}
    record(actor=actor, action=ACTIONS[Kind(kind)], subject=user, now=now, **known)
    return measure


def lock(user: User) -> None:
    """Hold the user's row, and know what it says now."""
    user.refresh_from_db(from_queryset=User.objects.select_for_update())


# --- lifting them ------------------------------------------------------------------------------


@transaction.atomic
def lift(*, actor: User, measure: Measure, reason: str, now: datetime) -> Measure:
    """End a measure before its time, or take it back. What was taken away, a name or a text, does not come back."""
    user = User.objects.select_for_update().get(pk=measure.user_id)
    check_may_moderate(actor, user)
    measure = Measure.objects.select_for_update().get(pk=measure.pk)
    if measure.lifted_at is not None:
        raise ValidationError(_("This measure has been lifted already."))
    measure.lifted_by, measure.lifted_at, measure.lift_reason = actor, now, reason.strip()
    if not measure.lift_reason:
        raise ValidationError(_("Say why."))
    measure.full_clean(exclude=["user", "by", "case", "objection_case", "lifted_by"])
    measure.save()
    reckon(user, now)
    record(actor=actor, action=Action.LIFTED, subject=user, now=now, measure=measure.pk, kind=measure.kind)
    return measure


# --- what follows ------------------------------------------------------------------------------


def reckon(user: User, now: datetime) -> None:
    """What the user's row knows of the measures that hold."""
    held = list(holding(user, now))
    user.suspended_until = end_of(held, Kind.SUSPENSION)
    user.muted_until = end_of(held, Kind.MUTE)
    thanks = user.reports.filter(case__state=Case.State.SETTLED, thanked_at=None)
    unread = user.measures.filter(acknowledged_at=None, lifted_at=None)
    user.has_word = unread.exists() or thanks.exists()
    user.save(update_fields=["suspended_until", "muted_until", "has_word"])


def end_of(held: list[Measure], kind: str) -> datetime | None:
    measure = longest(measure for measure in held if measure.kind == kind)
    return None if measure is None else measure.until or FOR_GOOD


def end_sessions(user: User) -> None:
    """None of their sessions is good for anything from now on, wherever it is kept."""
    end_all_sessions(user)  # those that are listed
    user.sessions_ended += 1
    user.save(update_fields=["sessions_ended"])


@transaction.atomic
def acknowledge(*, user: User, measure_id: int, now: datetime) -> bool:
    """They have read it. Answers whether there was such a measure."""
    lock(user)
    found = user.measures.filter(pk=measure_id)
    found.filter(acknowledged_at=None).update(acknowledged_at=now)
    reckon(user, now)
    return found.exists()


@transaction.atomic
def take_thanks(*, user: User, now: datetime) -> None:
    """They have read that their reports were looked at."""
    lock(user)
    user.reports.filter(case__state=Case.State.SETTLED, thanked_at=None).update(thanked_at=now)
    reckon(user, now)
