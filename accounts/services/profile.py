"""What people tell of themselves, and what they keep to themselves."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.user import ABOUT_LENGTH
from accounts.services.standing import is_muted, mute_sentence
from games.services.chat import one_line


def change_profile(*, user: User, about: str, ratings_private: bool, hides_last_here: bool, now: datetime) -> User:
    """Raises ValidationError; guests have no profile to change, and whoever may not write can only take words away."""
    if user.is_guest:
        raise ValidationError(_("A profile needs an account: keep your games first."), code="not_for_guests")
    text = cleaned(about)
    if text not in ("", user.about) and is_muted(user, now):
        raise ValidationError(mute_sentence(user))
    user.about = text
    user.ratings_private, user.hides_last_here = ratings_private, hides_last_here
    user.save(update_fields=["about", "ratings_private", "hides_last_here"])
    return user


def cleaned(text: str) -> str:
    """One paragraph of plain text."""
    line = one_line(text)
    if len(line) > ABOUT_LENGTH:
        raise ValidationError(
            _("This has %(count)d characters; up to %(most)d are possible.")
            % {"count": len(line), "most": ABOUT_LENGTH},
        )
    return line
