"""People who play first and sign up later, or never."""

import secrets
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.counting import counted, network_of

MOODS = (
    *("amber", "brave", "bright", "calm", "clever", "cosy", "eager", "fair", "fleet", "gentle", "glad", "happy"),
    *("jolly", "keen", "kind", "lively", "lucky", "merry", "mild", "neat", "noble", "patient", "proud", "quick"),
    *("quiet", "shy", "sly", "smart", "snug", "sunny", "swift", "tidy", "warm", "wild", "wise", "witty"),
)
ANIMALS = (
    *("badger", "beaver", "bison", "crane", "dingo", "dove", "eagle", "falcon", "ferret", "finch", "fox", "gecko"),
    *("goose", "hare", "hedgehog", "heron", "ibex", "jay", "koala", "lark", "lemur", "lynx", "marten", "mole"),
    *("moose", "newt", "otter", "owl", "panda", "penguin", "puffin", "raven", "robin", "seal", "stork", "swan"),
)
ATTEMPTS = 20


def make_guest(*, address: str, now: datetime) -> User:
    """A user without a password and with a made-up name. Raises ValidationError for an address that brings too many."""
    if counted("guests", network_of(address), now) > settings.NEWCOMERS_AN_HOUR:
        raise ValidationError(
            _("Many guests have come from your network within the last hour. Sign up, or come back a little later."),
            code="too_many",
        )
    for _attempt in range(ATTEMPTS):
        guest = User(username=made_up_name(), is_guest=True, date_joined=now)
        guest.set_unusable_password()
        if User.objects.filter(username__iexact=guest.username).exists():
            continue
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:  # somebody else got the same name at the same moment
            continue
        return guest
    raise ValidationError(_("We could not find a free name for you just now. Please try again."), code="no_name")


def made_up_name() -> str:
    return f"{secrets.choice(MOODS)}-{secrets.choice(ANIMALS)}-{secrets.randbelow(9000) + 1000}"
