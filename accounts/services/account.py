"""What people change about their own account."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

CHANGEABLE = ("email",)


def change_account(*, user: User, changes: dict[str, Any]) -> User:
    """Only what may be changed; anything else is refused with ValidationError, and nothing is changed."""
    unknown = sorted(set(changes) - set(CHANGEABLE))
    if unknown:
        raise ValidationError(_("This cannot be changed: %(names)s.") % {"names": ", ".join(unknown)})
    for name, value in changes.items():
        if not isinstance(value, str):
            raise ValidationError(_("%(name)s is a text.") % {"name": name})
        setattr(user, name, value.strip())
    user.clean_fields(exclude=[field.name for field in user._meta.fields if field.name not in changes])
    user.save(update_fields=list(changes))
    return user
