"""The little that is said beside a name."""

from datetime import date, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models.game import Reader

NEW_FOR = timedelta(days=30)


def badges(person: User) -> list[str]:
    """Few, and each says something that a reader would want to know: whom to ask, and whom to be patient with."""
    if person.is_guest:
        return [_("guest")]
    found = [_("operator")] if person.is_staff else []
    return [*found, _("new here")] if timezone.now() - person.date_joined < NEW_FOR else found


def last_here(person: User, reader: Reader) -> str:
    """In words that give no habits away; nothing of people who do not want it told."""
    if person.hides_last_here and person.pk != reader.pk:
        return ""
    return days_ago(person.last_here, timezone.now().date())


def days_ago(day: date | None, today: date) -> str:
    if day is None:
        return ""
    days = (today - day).days
    if days < 1:
        return _("Here today")
    if days < 7:
        return _("Here within the last week")
    if days < 31:
        return _("Here within the last month")
    return _("Not here for more than a month")
