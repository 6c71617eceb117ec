"""The queue of cases: opened by reports and objections, taken by a moderator, settled with an outcome."""

from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import AuditEntry, Case, Measure, User
from accounts.services.audit import record
from accounts.services.roles import MODERATE, check_may_moderate, may_moderate

State, Outcome, Action = Case.State, Case.Outcome, AuditEntry.Action

OUTCOMES = {
    Measure.Kind.WARNING: Outcome.WARNED,
    Measure.Kind.MUTE: Outcome.MUTED,
    Measure.Kind.SUSPENSION: Outcome.SUSPENDED,
    Measure.Kind.RENAME: Outcome.RENAMED,
    Measure.Kind.HIDING: Outcome.HIDDEN,
    Measure.Kind.PROFILE: Outcome.EMPTIED,
}
GRAVEST = (*(Outcome.SUSPENDED, Outcome.MUTED, Outcome.RENAMED, Outcome.WARNED, Outcome.EMPTIED, Outcome.HIDDEN),)


def case_of(user: User, now: datetime) -> Case:
    """The one case of this person that is not settled; whoever calls holds the person's row."""
    unsettled = user.cases.exclude(state=State.SETTLED).first()
    return unsettled or Case.objects.create(user=user, opened_at=now)


@transaction.atomic
def open_case(*, actor: User, user: User, now: datetime) -> Case:
    """Look after somebody whom nobody has reported; if there is a case already, that one."""
    check_may_moderate(actor, user)
    user = User.objects.select_for_update().get(pk=user.pk)
    unsettled = user.cases.exclude(state=State.SETTLED).first()
    return unsettled or written(Case(user=user, opened_at=now), actor, Action.CASE_OPENED, now)


@transaction.atomic
def take(*, actor: User, case: Case, now: datetime) -> Case:
    """Say that one looks after it, so that no two do the same work; a colleague may take it over."""
    case = locked(actor, case)
    case.state, case.taken_by, case.taken_at = State.TAKEN, actor, now
    return written(case, actor, Action.CASE_TAKEN, now)


@transaction.atomic
def give_back(*, actor: User, case: Case, now: datetime) -> Case:
    case = locked(actor, case)
    case.state, case.taken_by, case.taken_at = State.OPEN, None, None
    return written(case, actor, Action.CASE_RETURNED, now)


@transaction.atomic
def write_note(*, actor: User, case: Case, note: str, now: datetime) -> Case:
    case = locked(actor, case, settled_too=True)
    case.note = note.strip()
    return written(case, actor, Action.CASE_NOTED, now)


@transaction.atomic
def settle(*, actor: User, case: Case, outcome: str, now: datetime) -> Case:
    """Close the case. Those who reported are told that it was looked at, and no more."""
    case = locked(actor, case)
    if outcome not in Outcome.values:
        raise ValidationError(_("Choose an outcome."))
    case.state, case.outcome = State.SETTLED, Outcome(outcome)
    case.settled_by, case.settled_at = actor, now
    User.objects.filter(reports__case=case, reports__thanked_at=None).update(has_word=True)
    return written(case, actor, Action.CASE_SETTLED, now, outcome=outcome)


def likely_outcome(case: Case) -> str:
    """The gravest measure that was taken on this case."""
    taken = {OUTCOMES[Measure.Kind(kind)] for kind in case.measures.values_list("kind", flat=True)}
    return next((outcome for outcome in GRAVEST if outcome in taken), Outcome.NO_ACTION)


def locked(actor: User, case: Case, *, settled_too: bool = False) -> Case:
    """The case as it is now, if this moderator may change it."""
    if not actor.has_perm(MODERATE) or (case.user and not may_moderate(actor, case.user)):
        raise PermissionDenied
    case = Case.objects.select_for_update(of=("self",)).get(pk=case.pk)
    if case.state == State.SETTLED and not settled_too:
        raise ValidationError(_("This case has been settled meanwhile."))
    return case


def written(case: Case, actor: User, action: str, now: datetime, **details: str) -> Case:
    case.full_clean(exclude=["user", "taken_by", "settled_by"])
    case.save()
    record(actor=actor, action=action, subject=case.user, now=now, case=case.pk, **details)
    return case
