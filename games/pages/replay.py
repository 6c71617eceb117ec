"""Looking back at a game: any turn that was played, from any seat that the reader may look from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.engine.rules import Refusal
from games.models.game import Reader
from games.selectors import Position
from games.services.refusals import NotAPlayer, Unknown, spoken
from games.services.table import Table

from . import boards
from .log import log_entries
from .looking_back import desk_at, number
from .looks import remember_look, with_look
from .reviews import review_context
from .table import find
from .why import end_words, explain

NOBODY = "none"
"""In the address: the point of view of somebody who watches."""


@never_cache
@require_safe
def replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    table = find(game_id, request, request.GET.get("link", ""))
    try:
        position, status, refusal = asked(table, request.user, request.GET), 200, ""
    except Unknown as refused:
        return render(request, "error.html", {"status": 404, "sentence": spoken(refused)}, status=404)
    except Refusal as refused:
        position = selectors.position(table, request.user, turn=None, seat=own_seat(table, request.user))
        status, refusal = (403 if isinstance(refused, NotAPlayer) else 400), spoken(refused)
    # Its steps are in the history of the browser: going back there, htmx needs the page around them, too.
    htmx = getattr(request, "htmx", None)
    template = "replay/_replay.html" if htmx and not htmx.history_restore_request else "replay/replay.html"
    context = replay_context(request, table, position) | {"refusal": refusal}
    return remember_look(request, render(request, template, context, status=status))


def asked(table: Table, reader: Reader, query: Mapping[str, str]) -> Position:
    """The position that an address asks for."""
    turn, seat = query.get("turn", ""), query.get("seat", "")
    return selectors.position(
        table,
        reader,
        turn=number(turn) if turn else None,
        seat=None if seat == NOBODY else number(seat) if seat else own_seat(table, reader),
    )


def own_seat(table: Table, reader: Reader) -> int | None:
    player = table.player_of(reader)
    return player.seat if player else None


@dataclass(frozen=True, slots=True)
class PointOfView:
    value: str
    name: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Where the buttons lead; empty at either end."""

    first: str = ""
    back: str = ""
    forward: str = ""
    last: str = ""


def replay_context(request: HttpRequest, table: Table, position: Position) -> dict[str, Any]:
    names = [player.name for player in table.players]
    key = table.game.rules_key
    link = request.GET.get("link", "")
    query = with_look(request, request.GET)
    desk = desk_at(
        table, request.user, position, cell=query.get("cell", ""), look=query["look"], kept=kept(position, link)
    )
    entries = log_entries(key, position.view, position.moves, names)
    return {
        "desk": desk,
        "game": table.game,
        "table": desk.data,
        "board": boards.present(desk),
        "board_template": f"tables/boards/{desk.key}.html",
        "position": position,
        "entries": entries,
        "entry": entries[position.turn - 1] if position.turn else None,
        "reasons": explain(table.game.rules, position, names),
        "end": end_words(position.view),
        "steps": steps(position, link),
        "seats": points_of_view(table, request.user, position, names),
        "link": link,
        "share": request.build_absolute_uri(address(position, position.turn, link)),
        "playing": "play" in request.GET,
        **(judgement(table, position.turn) if desk.finished else {}),
    }


def judgement(table: Table, turn: int) -> dict[str, Any]:
    """What the review has to say of this turn."""
    found = review_context(table)
    judged = next((row for row in found.get("rows", ()) if row["n"] == turn), None)
    return {key: found.get(key) for key in ("review", "chart", "reviewed")} | {"judged": judged}


def steps(position: Position, link: str) -> Steps:
    turn, last = position.turn, position.last
    return Steps(
        first=address(position, 0, link) if turn else "",
        back=address(position, turn - 1, link) if turn else "",
        forward=address(position, turn + 1, link) if turn < last else "",
        last=address(position, last, link) if turn < last else "",
    )


def address(position: Position, turn: int, link: str) -> str:
    """Another turn of the same game, from the same point of view."""
    return "?" + urlencode(kept(position, link) | {"turn": turn})


def kept(position: Position, link: str) -> dict[str, str]:
    """What an address says of a position."""
    seat = NOBODY if position.seat is None else str(position.seat)
    return {"turn": str(position.turn), "seat": seat} | ({"link": link} if link else {})


def points_of_view(table: Table, reader: Reader, position: Position, names: list[str]) -> list[PointOfView]:
    return [
        PointOfView(
            NOBODY if seat is None else str(seat),
            _("somebody who watches") if seat is None else names[seat],
            seat == position.seat,
        )
        for seat in selectors.points_of_view(table, reader)
    ]
