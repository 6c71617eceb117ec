"""What a turn is worth, in words: for hints on the table and for the review after it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games import selectors
from games.engine.notation import write_turn
from games.engine.rules import Data
from games.models import Game
from games.models.game import Reader
from games.services.refusals import Unknown
from games.services.table import Table

from .desk import address


@dataclass(frozen=True, slots=True)
class Suggestion:
    text: str
    worth: str
    address: str
    """The page with this turn drafted."""


@dataclass(frozen=True, slots=True)
class HintPanel:
    status: str
    """`none` before anybody has asked."""
    suggestions: Sequence[Suggestion] = ()
    refusal: str = ""


def hint_panel(table: Table, reader: Reader, seen: Data, refusal: str = "") -> HintPanel | None:
    """The hint of a player who is to move; nothing for anybody else, nor in rated games."""
    game: Game = table.game
    player = table.player_of(reader)
    if game.rated or player is None or player.sitting_in or game.to_move is None or game.to_move != player.seat:
        return None
    try:
        hint = selectors.hint_data(selectors.hint_for(table, reader))
    except Unknown:
        return HintPanel("none", refusal=refusal)
    suggestions = []
    for choice in hint["choices"]:
        text = write_turn(game.rules_key, seen, choice["actions"])
        suggestions.append(Suggestion(text, worth_words(game, choice["worth"]), address({"draft": text})))
    return HintPanel(hint["status"], suggestions, refusal)


def worth_words(game: Game, worth: float) -> str:
    """What a turn promises: a share of the win, or alone the lowest colour that one will reach."""
    if game.mode == "solo":
        return _("lowest colour about %(points)s") % {"points": number_format(worth, 1)}
    return _("%(share)s %% of the win") % {"share": number_format(100 * worth, 0)}


def difference_words(game: Game, difference: float, *, signed: bool = False) -> str:
    """How much more or less something was worth."""
    alone = game.mode == "solo"
    value = number_format(abs(difference) if alone else 100 * abs(difference), 1)
    sign = ("+" if difference >= 0 else "\N{MINUS SIGN}") if signed else ""
    return f"{sign}{value}" if alone else _("%(value)s %%") % {"value": f"{sign}{value}"}
