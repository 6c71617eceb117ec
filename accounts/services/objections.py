"""Objecting to a measure, once; also for people who are kept off the site by it."""

from datetime import datetime, timedelta

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import AuditEntry, Measure, User
from accounts.services.audit import record
from accounts.services.cases import case_of

SALT = "accounts.objections"
GOOD_FOR = timedelta(days=1)


def ticket_for(measure: Measure | None) -> str:
    """Lets somebody who cannot sign in object; given only to whoever just proved to be that person."""
    return "" if measure is None or measure.objected_at else signing.dumps(measure.pk, salt=SALT)


def measure_of(ticket: str) -> Measure | None:
    try:
        pk = signing.loads(ticket, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return Measure.objects.filter(pk=pk).first()


@transaction.atomic
def object_to(*, measure: Measure, text: str, now: datetime) -> Measure:
    """Has the moderators look again. Raises ValidationError."""
    user = User.objects.select_for_update().get(pk=measure.user_id)
    measure = Measure.objects.select_for_update().get(pk=measure.pk)
    if measure.objected_at is not None:
        raise ValidationError(_("You have objected to this already; the operator will look at it."))
    if measure.lifted_at is not None:
        raise ValidationError(_("This has been lifted already."))
    measure.objection, measure.objected_at = " ".join(text.split()), now
    if not measure.objection:
        raise ValidationError(_("Say why it is not right."))
    measure.objection_case = case_of(user, now)
    measure.full_clean(exclude=["user", "by", "case", "objection_case", "lifted_by"])
    measure.save()
    record(actor=user, action=AuditEntry.Action.OBJECTED, subject=user, now=now, measure=measure.pk)
    return measure
