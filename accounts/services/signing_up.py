"""New accounts, and guests who become one: the row stays the same, and with it their games."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.addresses import set_address
from accounts.services.counting import counted, network_of
from accounts.services.names import Taken, clean_name


@transaction.atomic
def sign_up(*, name: str, email: str, password: str, address: str, now: datetime) -> User:
    """A new account. Raises ValidationError, by field where one is to blame."""
    return take_account(User(date_joined=now), name, email, password, address, now)


@transaction.atomic
def keep(*, guest: User, name: str, email: str, password: str, address: str, now: datetime) -> User:
    """Make an account of a guest, who keeps all they have. Raises ValidationError, by field where one is to blame."""
    guest = User.objects.select_for_update().get(pk=guest.pk)
    if not guest.is_guest:
        raise ValidationError(_("You have an account already."))
    return take_account(guest, name, email, password, address, now)


def take_account(user: User, name: str, email: str, password: str, address: str, now: datetime) -> User:
    problems: dict[str, Any] = {}
    try:
        user.username = clean_name(name, owner=user if user.pk else None)
    except ValidationError as problem:
        problems["name"] = problem
    email = email.strip()
    try:
        if email:
            validate_email(email)
    except ValidationError as problem:
        problems["email"] = problem
    try:
        validate_password(password, User(username=name, email=email))
    except ValidationError as problem:
        problems["password"] = problem
    if problems:
        raise ValidationError(problems)
    if counted("accounts", network_of(address), now) > settings.NEWCOMERS_AN_HOUR:
        raise ValidationError(
            _("Many accounts were made from your network within the last hour. Please come back a little later."),
            code="too_many",
        )
    user.is_guest = False
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody else took the name at the same moment
        raise ValidationError({"name": Taken()}) from None
    set_address(user=user, address=email)
    return user
