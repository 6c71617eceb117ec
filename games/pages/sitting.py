"""A game as lists of somebody's games show it: from their seat."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.drawing.words import result_words
from games.models import Game, Player, RatingChange
from games.selectors.people import Seated

from .catalogue import WAYS_TO_PLAY, players


@dataclass(frozen=True, slots=True)
class Sitting:
    seated: Seated
    change: RatingChange | None = None

    @property
    def game(self) -> Game:
        return self.seated.game

    @property
    def player(self) -> Player:
        return self.seated.player

    @property
    def others(self) -> list[Player]:
        return self.seated.others

    @property
    def title(self) -> str:
        return _(self.game.rules.title)

    @property
    def way(self) -> Promise | str:
        return players([self.game.seats]) if self.game.mode == "free" else WAYS_TO_PLAY[self.game.mode]

    @property
    def result(self) -> str:
        """What became of it, in a word or two."""
        if not self.player.outcome:
            return _("not finished") if self.player.left_by else result_words(self.game.result or {}, 0)
        if self.player.outcome == Player.Outcome.LOST and self.game.seats > 2 and self.game.mode == "free":
            return _("place %(place)d") % {"place": self.player.place or 0}
        return str(self.player.get_outcome_display())
