"""Measures in words."""

from django import template
from django.utils.translation import gettext as _

from accounts.models import Measure
from accounts.services.standing import spoken

register = template.Library()

Kind = Measure.Kind


@register.filter
def in_words(measure: Measure) -> str:
    """What it means, to the person concerned."""
    if measure.kind in Measure.LASTING and measure.until:
        until = {"date": spoken(measure.until)}
        if measure.kind == Kind.MUTE:
            return _("You may not write in any talk until %(date)s.") % until
        return _("You are kept off the site until %(date)s.") % until
    words = {
        Kind.WARNING: _("A warning."),
        Kind.MUTE: _("You may not write in any talk."),
        Kind.SUSPENSION: _("You are kept off the site."),
        Kind.RENAME: _("Your name was taken away."),
        Kind.HIDING: _("A message of yours was hidden."),
    }
    return words[Kind(measure.kind)]


@register.filter
def of_measure(refusals: dict[str, str], measure: Measure) -> str:
    """What is wrong with what was sent about this measure, if anything is."""
    return refusals.get(str(measure.pk), "")
