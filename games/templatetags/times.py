"""Moments as people say them: how long from now, and when that is where the reader lives."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()

SOON = timedelta(hours=12)


@register.filter
def due(at: datetime | str | None) -> SafeString | str:
    """A deadline: "in 2 days (Fri 20 Nov, 08:00)", as an element that stands out when little time is left."""
    at = parse_datetime(at) if isinstance(at, str) else at
    if at is None:
        return ""
    left = at - timezone.now()
    words = _("%(how_long)s (%(when)s)") % {"how_long": how_long(left), "when": when(at)}
    kind = "due soon" if left < SOON else "due"
    return format_html('<time class="{}" datetime="{}">{}</time>', kind, at.isoformat(), words)


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


@register.filter
def moment(at: datetime | str | None) -> SafeString | str:
    """A moment by the reader's clock."""
    at = parse_datetime(at) if isinstance(at, str) else at
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), when(at)) if at else ""
