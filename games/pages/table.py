"""A table before and during the game: who sits where, and the ways to sit down and to get up."""

import secrets
from collections.abc import Callable
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import selectors
from games.engine.rules import Refusal
from games.models import Game
from games.services import departures, lobby
from games.services.refusals import Unknown, spoken
from games.services.table import Table
from games.services.wishes import read_client_seed

SEED_BYTES = 12


@never_cache
@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    return show(request, find(game_id, request, request.GET.get("link", "")))


def find(game_id: UUID, request: HttpRequest, link: str) -> Table:
    try:
        return selectors.find_table(game_id, request.user, link)
    except Unknown:
        raise Http404 from None


def show(request: HttpRequest, table: Table, refusal: Refusal | None = None) -> HttpResponse:
    reader = request.user
    context = {
        "game": table.game,
        "table": selectors.game_data(table, reader),
        "player": table.player_of(reader),
        "invited": reader.pk is not None and table.game.invitations.filter(user_id=reader.pk).exists(),
        "is_open": table.game.status == Game.Status.OPEN,
        "link": request.POST.get("link") or request.GET.get("link", ""),
        "seed": secrets.token_urlsafe(SEED_BYTES),
        "refusal": spoken(refusal) if refusal else "",
    }
    return render(request, "tables/table.html", context, status=409 if refusal else 200)


def changing(change: Callable[[UUID, User, HttpRequest], Any]) -> Callable[..., HttpResponse]:
    """A view that makes this change and shows the table again, with the reason where it was refused."""

    @login_required
    @require_POST
    def view(request: HttpRequest, game_id: UUID) -> HttpResponse:
        found = find(game_id, request, request.POST.get("link", ""))
        try:
            change(game_id, cast("User", request.user), request)
        except Refusal as refusal:
            return show(request, found, refusal)
        return redirect("pages:table", game_id)

    return view


@changing
def join(game_id: UUID, user: User, request: HttpRequest) -> None:
    seed = read_client_seed(request.POST.get("client_seed", ""))
    lobby.join(game_id=game_id, user=user, client_seed=seed, link=request.POST.get("link", ""), now=timezone.now())


@changing
def leave(game_id: UUID, user: User, request: HttpRequest) -> None:  # noqa: ARG001
    lobby.leave(game_id=game_id, user=user, now=timezone.now())


@changing
def resign(game_id: UUID, user: User, request: HttpRequest) -> None:  # noqa: ARG001
    departures.resign(game_id=game_id, user=user, now=timezone.now())


@changing
def take_back(game_id: UUID, user: User, request: HttpRequest) -> None:  # noqa: ARG001
    departures.take_back(game_id=game_id, user=user, now=timezone.now())
