"""How a game ended: why, and who came where."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.drawing.words import ENDED_BY, listed, result_words

from .desk import Desk


@dataclass(frozen=True, slots=True)
class Place:
    place: int
    name: str
    own: bool
    score: str
    """What counted, in words."""


@dataclass(frozen=True, slots=True)
class Ending:
    headline: str
    reason: Promise | str
    places: Sequence[Place]


def ending(desk: Desk) -> Ending:
    result = desk.data["result"]
    places = [
        Place(place, desk.names[seat], seat == desk.seat, result_words(result, seat))
        for seat, place in enumerate(result["places"])
    ]
    return Ending(headline(desk, places), ENDED_BY[result["ended_by"]], sorted(places, key=lambda place: place.place))


def headline(desk: Desk, places: Sequence[Place]) -> str:
    if len(places) == 1:
        return _("Well played: %(score)s.") % {"score": places[0].score}
    winners = [place for place in places if place.place == 1]
    if desk.seat is not None and places[desk.seat].place == 1:
        others = [place.name for place in winners if not place.own]
        return _("You have won, together with %(names)s.") % {"names": listed(others)} if others else _("You have won.")
    names = {"names": listed(place.name for place in winners)}
    return _("%(names)s have won.") % names if len(winners) > 1 else _("%(names)s has won.") % names
