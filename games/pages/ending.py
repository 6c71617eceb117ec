"""How a game ended: why, and who came where."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.drawing.words import ENDED_BY, listed, result_words
from games.engine.rules import Data

from .desk import Desk
from .rating_words import reasons


@dataclass(frozen=True, slots=True)
class Place:
    place: int
    name: str
    own: bool
    score: str
    """What counted, in words."""
    change: Data | None = None
    """Of their rating."""


@dataclass(frozen=True, slots=True)
class Ending:
    headline: str
    reason: Promise | str
    places: Sequence[Place]
    rating: str
    """What there is to say of the ratings beside the numbers."""


def ending(desk: Desk) -> Ending:
    result = desk.data["result"]
    places = [
        Place(place, desk.names[seat], seat == desk.seat, result_words(result, seat), desk.person(seat).change)
        for seat, place in enumerate(result["places"])
    ]
    ranked = sorted(places, key=lambda place: place.place)
    return Ending(headline(desk, places), ENDED_BY[result["ended_by"]], ranked, rating_news(desk))


def rating_news(desk: Desk) -> str:
    """While the ratings are still to come; or, to a player, why theirs did not change as usual."""
    if desk.game.rating_due:
        return _("The ratings follow in a moment.")
    own = None if desk.own_seat is None else desk.person(desk.own_seat).change
    return " ".join(reasons(own["why"], own["weight"])) if own else ""


def headline(desk: Desk, places: Sequence[Place]) -> str:
    if len(places) == 1:
        return _("Well played: %(score)s.") % {"score": places[0].score}
    winners = [place for place in places if place.place == 1]
    if desk.seat is not None and places[desk.seat].place == 1:
        others = [place.name for place in winners if not place.own]
        return _("You have won, together with %(names)s.") % {"names": listed(others)} if others else _("You have won.")
    names = {"names": listed(place.name for place in winners)}
    return _("%(names)s have won.") % names if len(winners) > 1 else _("%(names)s has won.") % names
