"""A game as lists of somebody's games show it: from their seat."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.channels.moments import on_day
from games.drawing.words import result_words
from games.engine.registry import RULES
from games.models import Player
from games.selectors.people import Neighbour, Seated

from .catalogue import WAYS_TO_PLAY, players

OUTCOMES = dict(Player.Outcome.choices)


@dataclass(frozen=True, slots=True)
class Sitting:
    seated: Seated
    change: int | None = None
    """By how much it moved the rating, if it did."""

    @property
    def game_id(self) -> str:
        return str(self.seated.game_id)

    @property
    def others(self) -> list[Neighbour]:
        return self.seated.others

    @property
    def outcome(self) -> str:
        return self.seated.outcome

    @property
    def rated(self) -> bool:
        return self.seated.rated

    @property
    def public(self) -> bool:
        return self.seated.public

    @property
    def title(self) -> str:
        return title_of(self.seated.rules_key, get_language())

    @property
    def way(self) -> str:
        return way_of(self.seated.mode, self.seated.seats, get_language())

    @property
    def day(self) -> str:
        return on_day(self.seated.ended_at) if self.seated.ended_at else ""

    @property
    def result(self) -> str:
        """What became of it, in a word or two."""
        one = self.seated
        if not one.outcome:
            return _("given up") if one.left_by else result_words(one.result or {}, 0)
        if one.outcome == Player.Outcome.LOST and one.seats > 2 and one.mode == "free":
            return place_words(one.place or 0, get_language())
        return str(OUTCOMES[one.outcome])

    @property
    def change_words(self) -> str:
        if self.change is None:
            return ""
        return f"{self.change:+d}".replace("-", "−") if self.change else "±0"


# Lists say the same few words over and over; looking each up takes longer than all the rest of a row.


@lru_cache
def title_of(rules_key: str, language: str) -> str:  # noqa: ARG001
    return _(RULES[rules_key].title)


@lru_cache
def way_of(mode: str, seats: int, language: str) -> str:  # noqa: ARG001
    return players([seats]) if mode == "free" else str(WAYS_TO_PLAY[mode])


@lru_cache
def place_words(place: int, language: str) -> str:  # noqa: ARG001
    return _("place %(place)d") % {"place": place}
