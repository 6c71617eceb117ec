"""Why a turn brought what it brought: each line, match or group named, and the rule behind it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.words import colour_name, group_name
from games.engine.boardstate import BoardVariant
from games.engine.cards.scoring import farthest
from games.engine.cards.variants import LAST_COLUMN
from games.engine.hexgrid import grid
from games.engine.rules import Data, Gains, Rules
from games.engine.tracks import COLOURS, Track, advance, lowest_colours, read_track
from games.selectors import Position

from .log import deed


@dataclass(frozen=True, slots=True)
class Reason:
    """An action of the turn, and what the rules say to it."""

    deed: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A turn to explain: under which rules, how the table stood before it, and who played it."""

    rules: Rules[Any, Any, Any]
    before: Data
    seat: int
    names: Sequence[str]
    """Of all seats."""


def explain(rules: Rules[Any, Any, Any], position: Position, names: Sequence[str]) -> list[Reason]:
    """Action by action why this turn brought its points; nothing for the deal."""
    move, before = position.move, position.before
    if move is None or before is None:
        return []
    explainer = EXPLAINERS[rules.key](Played(rules, before, move.seat, names))
    why = position.why or ((),) * len(move.actions)
    return [
        Reason(
            deed(rules.key, before, action, gains),
            tuple(departure(action, position.view) or explainer(action, dict(gains), reasons)),
        )
        for action, gains, reasons in zip(move.actions, move.gains, why, strict=True)
    ]


def departure(action: Data, after: Data) -> list[str]:
    """Leaving and coming back are the same in all games."""
    goes_on = after["ended_by"] is None
    match action["type"]:
        case "timeout" | "resign" if not goes_on:
            return [_("With nobody left to play against, the game is over.")]
        case "timeout":
            return [_("A bot plays on from here, until the player takes the seat back.")]
        case "resign":
            return [_("A bot plays on from here; the player is ranked last.")]
        case "return":
            return [_("From here the player plays again, and is ranked by the result.")]
    return []


Explainer = Callable[[Data, Gains, Sequence[Data]], list[str]]


# --- the board games ---------------------------------------------------------------------------


def board_explainer(turn: Played) -> Explainer:
    """Lines, what a full marker loses, bonus moves and swaps; the track moves on from action to action."""
    before = turn.before
    variant: BoardVariant = turn.rules.variants[before["mode"]]
    track = list(read_track(before["tracks"][before["side_of"][turn.seat]]))
    name = grid(before["radius"]).name

    def explained(action: Data, gains: Gains, why: Sequence[Data]) -> list[str]:
        if action["type"] == "swap":
            return [swap_allowed(tuple(track))]
        sentences = [
            ngettext(
                "%(count)d %(colour)s in the line from %(start)s towards %(end)s.",
                "%(count)d %(colour)s in the line from %(start)s towards %(end)s.",
                len(line["cells"]),
            )
            % {
                "count": len(line["cells"]),
                "colour": colour_name(line["colour"]),
                "start": name(tuple(line["from"])),
                "end": name(tuple(line["cells"][-1])),
            }
            for line in why
        ]
        if sentences:
            sentences.append(_("Each half counts its own colour along unbroken lines, never towards the other half."))
        else:
            sentences.append(_("No line of its colours begins beside it, so it brings nothing."))
        for colour, points in gains.items():
            sentences += moved(colour, points)
        return sentences

    def moved(colour: str, points: int) -> list[str]:
        marker = COLOURS.index(colour)
        was = track[marker]
        track[marker] = now = advance(was, points, variant.stops)
        lost = points - (now - was)
        values = {"colour": colour_name(colour), "at": now, "count": lost}
        said = []
        if lost:
            said.append(
                ngettext(
                    "The marker for %(colour)s stops at %(at)d; %(count)d point is lost.",
                    "The marker for %(colour)s stops at %(at)d; %(count)d points are lost.",
                    lost,
                )
                % values
            )
        if any(was < field <= now for field in variant.bonus_fields):
            said.append(_("The marker for %(colour)s reaches a bonus field: one more tile is due.") % values)
        return said

    return explained


def swap_allowed(track: Track) -> str:
    colours = ", ".join(colour_name(colour) for colour in lowest_colours(track))
    return _("Nothing that was left showed the lowest colour (%(colours)s), so all of it could be swapped.") % {
        "colours": colours
    }


# --- the card game -----------------------------------------------------------------------------


def cards_explainer(turn: Played) -> Explainer:
    """Matches on open cards, what is lost at the border of an area, and bonus plays."""
    track = list(read_track(turn.before["tracks"][turn.seat]))

    def explained(action: Data, gains: Gains, why: Sequence[Data]) -> list[str]:  # noqa: ARG001
        if action["type"] == "swap":
            return [swap_allowed(tuple(track))]
        return [sentence for half in why for sentence in counted(half)]

    def counted(half: Data) -> list[str]:
        marker = COLOURS.index(half["colour"])
        matches = len(half["matches"])
        border = farthest(tuple(track), marker)
        track[marker] += half["moved"]
        where = ", ".join(
            _("%(card)s of %(name)s") % {"card": match["card"], "name": turn.names[match["seat"]]}
            for match in half["matches"]
        )
        values = {"colour": colour_name(half["colour"]), "count": matches, "where": where}
        if not matches:
            return [_("No open card shows %(colour)s.") % values]
        said = [
            ngettext(
                "%(count)d open card shows %(colour)s: %(where)s.",
                "%(count)d open cards show %(colour)s: %(where)s.",
                matches,
            )
            % values
        ]
        if matches > half["moved"]:
            said.append(lost_steps(border) % {"at": border})
        if half["moved"] and track[marker] == LAST_COLUMN:
            said.append(_("The marker for %(colour)s arrives at the last column: one more card is due.") % values)
        return said

    return explained


def lost_steps(border: int) -> str:
    if border == LAST_COLUMN:
        return _("The track ends at %(at)d; the rest is lost.")
    return _("Another marker is still too far behind, so this one stops at %(at)d; the rest is lost.")


# --- Kluges Köpfchen ---------------------------------------------------------------------------


def grid_explainer(turn: Played) -> Explainer:  # noqa: ARG001
    """Groups in row and column with their sizes, or why the turn passed."""

    def explained(action: Data, gains: Gains, why: Sequence[Data]) -> list[str]:  # noqa: ARG001
        if action["type"] == "pass":
            return [_("No card of this hand fits anywhere, so the hand is shown and the turn passes.")]
        if not why:
            return [_("It joins no group that is large enough to score.")]
        return [group_name(group, action["card"]) for group in why]

    return explained


EXPLAINERS: dict[str, Callable[[Played], Explainer]] = {
    "genial": board_explainer,
    "genial-3d": board_explainer,
    "genial-cards": cards_explainer,
    "koepfchen": grid_explainer,
}


# --- the end -----------------------------------------------------------------------------------


def end_words(view: Data) -> str:
    """Why the game is over, once it is."""
    match view["ended_by"]:
        case "blocked":
            return _("There is no room for another tile: the game is over.")
        case "tiles":
            return _("The tiles are used up and everybody has had a last turn: the game is over.")
        case "cards":
            return _("All cards are laid: the game is over.")
        case "stuck":
            return _("Nobody can lay a card any more: the game is over.")
        case "instant":
            return _("That wins at once: the game is over.")
        case "resigned":
            return _("The game ended by a resignation.")
        case "timeout":
            return _("The game ended by time running out.")
    return ""
