"""What people change about their own account."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.address_changes import change_address
from accounts.services.zones import zone_named
from games.services.reckoning import heed_zone

TEXTS = ("email", "time_zone", "language")
FLAGS = ("ratings_private",)


def change_account(*, user: User, changes: dict[str, Any]) -> User:
    """Only what may be changed; anything else is refused with ValidationError, and nothing is changed.

    A new address counts only when it is confirmed.
    """
    unknown = sorted(set(changes) - {*TEXTS, *FLAGS})
    if unknown:
        raise ValidationError(_("This cannot be changed: %(names)s.") % {"names": ", ".join(unknown)})
    changes = {name: (read_flag if name in FLAGS else read_text)(name, value) for name, value in changes.items()}
    address = changes.pop("email", None)
    for name, value in changes.items():
        setattr(user, name, value)
    if "time_zone" in changes and user.time_zone and zone_named(user.time_zone) is None:
        raise ValidationError(_("There is no such time zone."))
    if "language" in changes and user.language not in ("", *dict(settings.LANGUAGES)):
        raise ValidationError(_("The site does not speak this language."))
    user.clean_fields(exclude=[field.name for field in user._meta.fields if field.name not in changes])
    with transaction.atomic():
        user.save(update_fields=list(changes))
        if "time_zone" in changes:
            heed_zone(user, timezone.now())
        if address is not None:
            change_address(user=user, address=address, now=timezone.now())
    return user


def read_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ValidationError(_("%(name)s is a text.") % {"name": name})
    return value.strip()


def read_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValidationError(_("%(name)s is true or false.") % {"name": name})
    return value
