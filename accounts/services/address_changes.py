"""The one way to another e-mail address, for pages and programs."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.addresses import is_confirmed, set_address
from accounts.services.counting import counted
from accounts.services.dispatches import ask_to_confirm, tell_of_change

LONGEST = 254
CHANGES_AN_HOUR = 10
"""Each is a mail to somebody."""


@transaction.atomic
def change_address(*, user: User, address: str, now: datetime) -> EmailAddress | None:
    """Ask the new address for confirmation; an empty one removes the old, which is told. Raises ValidationError."""
    address = address.strip().lower()
    if user.is_guest:
        raise ValidationError(_("An address needs an account: keep your games first."), code="not_for_guests")
    if address:
        MaxLengthValidator(LONGEST)(address)
        validate_email(address)
        if counted("addresses-given", str(user.pk), now) > CHANGES_AN_HOUR:
            raise ValidationError(_("That were many addresses within an hour. Please wait a little."), code="too_many")
    old = user.email if is_confirmed(user) else ""
    row = set_address(user=user, address=address)
    if row is not None and not row.verified:
        ask_to_confirm(address=row, now=now)
    if not address and old:
        tell_of_change(user=user, what="email_deleted", to=old, now=now, said={})
    return row
