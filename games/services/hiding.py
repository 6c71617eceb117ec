"""Hiding what nobody should have to read. The text is kept, and the measure can be lifted."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Case, Measure, User
from accounts.services.moderation import impose
from games.models import ChatMessage


@transaction.atomic
def hide(
    *, actor: User, message: ChatMessage, reason: str, now: datetime, note: str = "", case: Case | None = None
) -> Measure:
    """Readers see from now on that there was a message, and not what it said. Raises ValidationError."""
    message = ChatMessage.objects.select_for_update(of=("self",)).select_related("user", "hidden_by").get(pk=message.pk)
    if message.is_hidden:
        raise ValidationError(_("This message is hidden already."))
    if message.user is None:
        raise ValidationError(_("Whoever wrote this has left the site."))
    measure = impose(actor, message.user, Measure.Kind.HIDING, reason=reason, note=note, case=case, now=now)
    message.hidden_by = measure
    message.save(update_fields=["hidden_by"])
    return measure
