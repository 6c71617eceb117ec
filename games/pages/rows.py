"""Games as lists show them: with whom, whose turn, until when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games import selectors
from games.models import Game, Player
from games.models.game import Reader

from .catalogue import WAYS_TO_PLAY
from .paces import due_if_begun, pace_words


@dataclass(frozen=True, slots=True)
class Row:
    game: Game
    players: list[Player]
    data: dict[str, Any]
    """The game as `selectors.summary` has it."""
    me: Player | None

    @property
    def title(self) -> str:
        return _(self.game.rules.title)

    @property
    def way(self) -> Promise | str:
        return WAYS_TO_PLAY[self.game.mode]

    @property
    def others(self) -> list[Player]:
        return [player for player in self.players if player is not self.me]

    @property
    def mover(self) -> Player | None:
        return next((player for player in self.players if player.seat == self.game.to_move), None)

    @property
    def deadline(self) -> datetime | None:
        return self.game.deadline

    @property
    def free(self) -> int:
        """Seats that are open to anybody."""
        return sum(seat["kind"] == "open" for seat in self.data["seats"])

    @property
    def is_idle(self) -> bool:
        """Whether the deadline is not that of a pace, but the one for those who do not move at all."""
        return not self.game.pace

    @property
    def away(self) -> dict[str, Any] | None:
        """The days off of whoever is to move."""
        return selectors.away_data(self.mover) if self.mover else None

    @property
    def pace(self) -> str:
        return pace_words(self.game.pace)

    @property
    def due(self) -> datetime | None:
        """When a turn that began now would run out."""
        return due_if_begun(self.game.pace, timezone.now())


def rows(games: Iterable[Game], reader: Reader) -> list[Row]:
    return [row(game, reader) for game in games]


def row(game: Game, reader: Reader) -> Row:
    players = sorted(game.players.all(), key=selectors.by_seat)
    me = next((player for player in players if player.is_held_by(reader)), None)
    if game.status != Game.Status.FINISHED:  # beside places it would only confuse
        for player in players:
            player.number = selectors.number_of(player, game, reader)
    return Row(game, players, selectors.summary(game, players, reader), me)
