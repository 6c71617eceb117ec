"""Verifying a deal: in the reader's browser, step by step, or on the server, every turn."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.models import Game

from .table import find


@never_cache
@require_safe
def verify(request: HttpRequest, game_id: UUID) -> HttpResponse:
    table = find(game_id, request, request.GET.get("link", ""))
    over = table.game.status == Game.Status.FINISHED
    checked = over and request.GET.get("by") == "server"
    context = {
        "game": table.game,
        "over": over,
        "link": request.GET.get("link", ""),
        "players": sorted(table.players, key=lambda player: player.joined) if table.state is not None else [],
        "dealt": selectors.dealt(table) if over else None,
        "checked": checked,
        "flaw": selectors.flaw_of(table, request.user) if checked else None,
    }
    return render(request, "replay/verify.html", context)
