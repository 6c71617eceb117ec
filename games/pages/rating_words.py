"""What stands behind a change of a rating, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Pool
from games.rating.damping import REALLY_PLAYED

POOLS: Mapping[str, Promise | str] = {
    Pool.PEOPLE: gettext_lazy("Among people"),
    Pool.BOTS: gettext_lazy("With bots"),
}
PARTS = {0.5: "½", 0.25: "¼", 0.125: "⅛", 0.0625: "1⁄16"}
"""Weights that have a sign of their own."""


def result_words(why: Mapping[str, Any]) -> str:
    """Where a player came, as short as it can be said."""
    place, of, shared = why["place"], why["of"], why.get("shared", False)
    if of == 2:
        return _("tied") if shared else _("won") if place == 1 else _("lost")
    words = _("shared place %(place)d of %(of)d") if shared else _("place %(place)d of %(of)d")
    return words % {"place": place, "of": of}


def weight_words(weight: float) -> str:
    return PARTS.get(weight) or f"1⁄{round(1 / weight)}"


def reasons(why: Mapping[str, Any], weight: float) -> list[str]:
    """Sentences about what was not as usual."""
    told = []
    if why.get("left") == "resign":
        told.append(_("By resigning."))
    elif why.get("left"):
        told.append(_("The time ran out."))
    elif why.get("partner_left"):
        told.append(_("The partner left."))
    elif why.get("others_left"):
        told.append(_("All others left."))
    if why.get("uncounted"):
        told.append(_("Did not count: another time-out on the same day did already."))
        return told
    if why.get("at_once"):
        told.append(
            ngettext(
                "Somebody left before playing %(turns)d turn.",
                "Somebody left before playing %(turns)d turns.",
                REALLY_PLAYED,
            )
            % {"turns": REALLY_PLAYED}
        )
    if why.get("met"):
        told.append(
            ngettext(
                "%(met)d game of the same people in the 30 days before.",
                "%(met)d games of the same people in the 30 days before.",
                why["met"],
            )
            % {"met": why["met"]}
        )
    if weight < 1:
        told.append(_("So it counted only %(part)s.") % {"part": weight_words(weight)})
    return told
