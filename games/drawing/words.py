"""What pictures are called, for those who hear them and for the sentences beside them."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.koepfchen.variants import WINNING_SET
from games.engine.tracks import COLOUR_NAMES, COLOURS, lowest_colours, read_track

# The seventh colour of Kluges Köpfchen.
SEVEN_COLOUR_NAMES = {**COLOUR_NAMES, "T": _("turquoise")}


def colour_name(colour: str) -> str:
    return colour_names(get_language())[colour]


@cache
def colour_names(language: str) -> dict[str, str]:  # noqa: ARG001
    """In the reader's language, looked up once: pages say them over and over."""
    return {colour: gettext(str(name)) for colour, name in SEVEN_COLOUR_NAMES.items()}


def listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def pair_name(card: str) -> str:
    """A tile or card with two symbols, the first one first."""
    first, second = map(colour_name, card)
    return gettext("%(first)s and %(second)s") % {"first": first, "second": second}


def rank_name(rank: str) -> str:
    return gettext("ace") if rank == "A" else rank


def ranked_name(card: str) -> str:
    """A card with a colour and a rank."""
    return gettext("%(colour)s %(rank)s") % {"colour": colour_name(card[0]), "rank": rank_name(card[1])}


def cell_name(cell: Sequence[int]) -> str:
    """As players write a cell of the grid."""
    return f"{cell[0]},{cell[1]}"


GROUPS = {
    ("straight", "row"): _("straight of %(size)s in the row"),
    ("straight", "column"): _("straight of %(size)s in the column"),
    ("flush", "row"): _("%(size)s × %(colour)s in the row"),
    ("flush", "column"): _("%(size)s × %(colour)s in the column"),
    ("set", "row"): _("set of %(size)s in the row (%(rank)s)"),
    ("set", "column"): _("set of %(size)s in the column (%(rank)s)"),
}


def group_name(group: dict[str, Any], card: str) -> str:
    """A group of Kluges Köpfchen that this card joined, as its `why` tells."""
    size = len(group["cells"])
    name = str(GROUPS[group["kind"], group["line"]]) % {
        "size": size,
        "colour": colour_name(card[0]),
        "rank": rank_name(card[1]),
    }
    if group["kind"] == "set" and size == WINNING_SET:
        return gettext("%(group)s: wins at once") % {"group": name}
    return gettext("%(group)s: %(points)s") % {"group": name, "points": group["points"]}


def lowest_words(track: dict[str, int]) -> str:
    """`green 3`, or `green, violet 3` where they share the last place."""
    low = lowest_colours(read_track(track))
    return f"{listed(map(colour_name, low))} {track[low[0]]}"


ENDED_BY: dict[str, Promise | str] = {
    "blocked": _("There is no room for another tile."),
    "tiles": _("All tiles are placed."),
    "cards": _("All cards are laid."),
    "stuck": _("Nobody has a card that fits."),
    "instant": _("The game was won at once."),
    "resigned": _("A player resigned."),
    "timeout": _("A player ran out of time."),
}


def result_words(result: dict[str, Any], seat: int) -> str:
    """What counted for this seat at the end."""
    if "scores" in result:
        points = result["scores"][seat]
        return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
    track = dict(zip(COLOURS, result["tracks"][seat], strict=True))
    return gettext("lowest: %(lowest)s") % {"lowest": lowest_words(track)}
