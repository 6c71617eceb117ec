"""Measures in words."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from accounts.models import Measure
from accounts.services.standing import spoken, unread

register = template.Library()

Kind = Measure.Kind


@register.filter
def in_words(measure: Measure) -> str:
    """What it means, to the person concerned."""
    if measure.kind in Measure.LASTING and measure.until:
        until = {"date": spoken(measure.until)}
        if measure.kind == Kind.MUTE:
            return _("No writing in any talk until %(date)s.") % until
        return _("Kept off the site until %(date)s.") % until
    words = {
        Kind.WARNING: _("A warning."),
        Kind.MUTE: _("No writing in any talk, for good."),
        Kind.SUSPENSION: _("Kept off the site for good."),
        Kind.RENAME: _("Your name was taken away."),
        Kind.HIDING: _("A message of yours was hidden."),
        Kind.PROFILE: _("What you said about yourself was taken off your profile."),
    }
    return words[Kind(measure.kind)]


@register.inclusion_tag("parts/word.html", takes_context=True)
def word_bar(context: dict[str, Any]) -> dict[str, Any]:
    """Costs two queries, for those alone who have something to read."""
    user = context["user"]
    return {**unread(user), "csrf_token": context.get("csrf_token")}


@register.filter
def of_measure(refusals: dict[str, str], measure: Measure) -> str:
    """What is wrong with what was sent about this measure, if anything is."""
    return refusals.get(str(measure.pk), "")
