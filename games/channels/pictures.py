"""A game as a picture for a mail: the position as its reader may see it, what was laid last, and all of it in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import resvg_py
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import selectors
from games.drawing.cards import lowest_says
from games.drawing.snapshots import seats_from_the_left, snapshot
from games.drawing.words import listed, pair_name, ranked_name
from games.engine.notation import write_turn
from games.engine.rules import Data
from games.engine.tracks import read_track
from games.services.refusals import Unknown
from games.services.table import Table

SHARPNESS = (3, 2)
"""Pixels of the picture for one of the page; the lower one where the file would be too large.

Edges are drawn hard, without half-tones, for a third of the bytes: at this size mail programs smooth them when they
make them smaller.
"""
MOST_BYTES = 60_000


@dataclass(frozen=True, slots=True)
class Picture:
    png: bytes
    width: int
    height: int
    """In pixels of a page."""
    words: str
    """For those who cannot see it."""
    standings: tuple[str, ...]
    """Who stands where."""
    caption: str
    """What cannot be told from the picture alone."""


def picture_of(game_id: UUID, user: User) -> Picture | None:
    """None where there is nothing to see yet, or nothing for this reader."""
    try:
        table = selectors.find_table(game_id, user)
    except Unknown:
        return None
    if table.state is None:
        return None
    data = selectors.game_data(table, user)
    moves = since_own_turn(selectors.latest_moves(table.game, table.game.seats), data["my_seat"])
    drawn = snapshot(table.game.rules_key, data["view"], moves)
    names = [names_of(table, [seat], user) for seat in range(table.game.seats)]
    return Picture(
        png=as_png(drawn.svg),
        width=drawn.width,
        height=drawn.height,
        words=in_words(data, moves, names),
        standings=tuple(standings(table, data["view"], user)),
        caption=caption(data["view"], names),
    )


def as_png(svg: str) -> bytes:
    for sharpness in SHARPNESS:
        # No fonts: everything is drawn with shapes, so that it looks the same on every server.
        png = bytes(
            resvg_py.svg_to_bytes(svg_string=svg, zoom=sharpness, skip_system_fonts=True, shape_rendering="crisp_edges")
        )
        if len(png) <= MOST_BYTES:
            break
    return png


def since_own_turn(moves: Sequence[Data], seat: int | None) -> list[Data]:
    """What the others laid since the reader's own last turn; if that was the last of all, that one."""
    moves = [move for move in moves if move["actions"][0]["type"] in ("place", "play")]
    own = [at for at, move in enumerate(moves) if move["seat"] == seat]
    return list(moves[own[-1] + 1 :] or moves[-1:]) if own else list(moves)


# --- words -------------------------------------------------------------------------------------


def names_of(table: Table, seats: Sequence[int], user: User) -> str:
    players = [table.players[seat] for seat in seats]
    return listed(_("you") if player.is_held_by(user) else player.name for player in players)


def in_words(data: Data, moves: Sequence[Data], names: Sequence[str]) -> str:
    """`After turn 12. bob: RB f6 g6. You have: red and blue, ...`"""
    view = data["view"]
    parts = [_("After turn %(turn)d.") % {"turn": data["version"]}] if data["version"] else []
    parts += [f"{names[move['seat']]}: {write_turn(data['rules'], view, move['actions'])}." for move in moves]
    if held := words_of_hand(view):
        parts.append(_("You have: %(held)s.") % {"held": held})
    return " ".join(parts)


def words_of_hand(view: Data) -> str:
    if "rack" in view:
        return listed(map(pair_name, view["rack"] or ()))
    name = pair_name if "tracks" in view else ranked_name
    return listed(map(name, view["hand"] or ()))


def standings(table: Table, view: Data, user: User) -> Iterator[str]:
    """Every side with what counts, the reader's own first."""
    sides: Sequence[int] = view.get("side_of") or range(table.game.seats)
    own = sides[view["seat"]] if view["seat"] is not None else 0
    count = max(sides) + 1
    for side in ((own + step) % count for step in range(count)):
        seats = [seat for seat, its_side in enumerate(sides) if its_side == side]
        yield f"{names_of(table, seats, user)} · {counted(view, side)}"


def counted(view: Data, side: int) -> str:
    if "scores" in view:
        points = view["scores"][side]
        return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
    return lowest_says(read_track(view["tracks"][side]))


def caption(view: Data, names: Sequence[str]) -> str:
    if "open" not in view:
        return ""
    order = listed(names[seat] for seat in seats_from_the_left(view))
    return _("Open cards from the left: %(names)s.") % {"names": order}
