"""Moments as people say them: how long from now, and when that is where the reader lives."""

from datetime import date, datetime, timedelta
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

DAYS_KEPT = 4000
"""Dates take long to write, and pages show the same ones over and over."""


def how_long(left: timedelta) -> str:
    minutes = left // timedelta(minutes=1)
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return ngettext("in %(count)d minute", "in %(count)d minutes", minutes) % {"count": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("in %(count)d hour", "in %(count)d hours", hours) % {"count": hours}
    days = hours // 24
    return ngettext("in %(count)d day", "in %(count)d days", days) % {"count": days}


def when(at: datetime) -> str:
    # Translators: a date format of Django's, as in "Fri 20 Nov, 08:00".
    return date_format(timezone.localtime(at), _("D j M, H:i"))


def on_day(at: datetime) -> str:
    """The day alone, in lists and charts that reach back for years."""
    return day_written(timezone.localtime(at).date(), get_language())


@lru_cache(maxsize=DAYS_KEPT)
def day_written(day: date, language: str) -> str:  # noqa: ARG001
    # Translators: a date format of Django's, as in "24 Nov 2026".
    return date_format(day, _("j M Y"))


def until(at: datetime, now: datetime) -> str:
    # Translators: a deadline, as in "until Sat 21 Nov, 14:05 (in 2 days)".
    return _("until %(when)s (%(how_long)s)") % {"when": when(at), "how_long": how_long(at - now)}
