"""The log in words: every turn that was played, by whom and when."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.words import colour_name
from games.engine.notation import write_action
from games.engine.record import Move
from games.engine.rules import Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A logged turn as the log shows it."""

    n: int
    seat: int
    name: str
    by: str
    at: datetime
    deeds: tuple[str, ...]
    """What was done, action by action."""

    @property
    def words(self) -> str:
        return "; ".join(self.deeds)

    @property
    def who(self) -> str:
        """Who played it: the player, unless a bot sat in for them."""
        return _("%(name)s’s stand-in") % {"name": self.name} if self.by == "bot" else self.name

    @property
    def helper(self) -> str:
        """Who else had a hand in it, in words."""
        match self.by:
            case "bot":
                return _("a bot sitting in")
            case "server":
                return _("by the server")
        return ""

    @property
    def sentence(self) -> str:
        return f"{self.who}: {self.words}"


def log_entries(key: str, seen: Data, moves: Iterable[Move], names: Sequence[str]) -> list[Entry]:
    """All turns in words; the names are those of the seats."""
    return [
        Entry(
            n=move.n,
            seat=move.seat,
            name=names[move.seat],
            by=move.by,
            at=datetime.fromisoformat(move.at),
            deeds=tuple(deed(key, seen, *done) for done in zip(move.actions, move.gains, strict=True)),
        )
        for move in moves
    ]


def deed(key: str, seen: Data, action: Data, gains: Mapping[str, int]) -> str:
    """One action in words, with what it brought."""
    match action["type"]:
        case "place" | "play":
            return ", ".join([write_action(key, seen, action), *gain_words(gains)])
        case "swap":
            return _("swapped everything, having shown %(shown)s") % {"shown": " ".join(action.get("shown", ()))}
        case "pass":
            return _("no card fits; showed %(shown)s") % {"shown": " ".join(action["shown"])}
        case "timeout":
            return _("ran out of time")
        case "resign":
            return _("resigned")
    return _("came back")


def gain_words(gains: Mapping[str, int]) -> list[str]:
    """`+5 red`; what brought nothing says so."""
    if "points" in gains:
        points = gains["points"]
        return [ngettext("+%(count)d point", "+%(count)d points", points) % {"count": points}] if points else [_none()]
    return [f"+{points} {colour_name(colour)}" for colour, points in gains.items() if points] or [_none()]


def _none() -> str:
    return _("no points")
