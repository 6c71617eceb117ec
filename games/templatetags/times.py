"""Moments by the reader's clock, as elements of a page."""

from datetime import date, datetime, timedelta
from functools import lru_cache

from django import template
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.channels import moments
from games.channels.moments import how_long, when

register = template.Library()

SOON = timedelta(hours=12)
MOMENTS_KEPT = 1000
"""Dates take long to write, and logs show the same ones page after page."""


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


@register.filter
def moment(at: datetime | str | None) -> SafeString | str:
    """A moment by the reader's clock."""
    at = parse_datetime(at) if isinstance(at, str) else at
    return moment_told(at, get_language(), timezone.get_current_timezone_name()) if at else ""


@register.filter
def away(days: dict[str, str] | None) -> str:
    """Somebody's days off, as `selectors.away_data` has them: "away until 24 Nov"."""
    start, end = (parse_datetime(days[name]) for name in ("from", "until")) if days else (None, None)
    if start is None or end is None:
        return ""
    first, last = day_told(start), day_told(end - timedelta(seconds=1))
    if start <= timezone.now():
        return _("away until %(last)s") % {"last": last}
    if first == last:
        return _("away on %(first)s") % {"first": first}
    return _("away from %(first)s to %(last)s") % {"first": first, "last": last}


@register.filter
def day(value: date) -> str:
    """A day of the calendar, whatever the zone."""
    # Translators: a date format of Django's, as in "Tue 24 Nov 2026".
    return date_format(value, _("D j M Y"))


@register.filter
def on_day(at: datetime) -> str:
    """The day of a moment by the reader's clock."""
    return moments.on_day(at)


def day_told(at: datetime) -> str:
    # Translators: a date format of Django's, as in "24 Nov".
    return date_format(timezone.localtime(at), _("j M"))


@lru_cache(maxsize=MOMENTS_KEPT)
def moment_told(at: datetime, language: str, zone: str) -> SafeString:  # noqa: ARG001
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), when(at))
