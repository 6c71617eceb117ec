"""My games: whose turn where, most urgent first."""

from contextlib import suppress
from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import selectors
from games.engine.rules import Refusal
from games.models import Game
from games.services import lobby
from games.services.notices.reading import bell_count
from games.services.seeds import proposed_seed

from .rows import Row, rows

FINISHED_A_PAGE = 10


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    unfinished = rows(selectors.unfinished_games(user), user)
    finished = Paginator(selectors.finished_games(user), FINISHED_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "my/games.html",
        {
            **sorted_out(unfinished, user),
            "finished": rows(finished.object_list, user),
            "page": finished,
            "seed": proposed_seed(),
        },
    )


def sorted_out(unfinished: list[Row], user: User) -> dict[str, list[Row]]:
    active = [row for row in unfinished if row.game.status == Game.Status.ACTIVE]
    still_open = [row for row in unfinished if row.game.status == Game.Status.OPEN]
    return {
        "my_move": [row for row in active if row.game.mover_id == user.pk],
        "running": [row for row in active if row.game.mover_id != user.pk],
        "waiting": [row for row in still_open if row.me],
        "invited": [row for row in still_open if not row.me],
    }


@login_required
@require_POST
def decline(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Turn an invitation down; one that is gone by now needs nothing more."""
    with suppress(Refusal):
        lobby.leave(game_id=game_id, user=cast("User", request.user), now=timezone.now())
    return redirect("pages:mine")


@never_cache
@login_required
@require_safe
def turns(request: HttpRequest) -> HttpResponse:
    """The counts, for the script that keeps header, title and icon up to date."""
    user = cast("User", request.user)
    count = selectors.turn_count(user)
    return JsonResponse({"count": count, "icon": reverse("pages:icon", args=[count]), "bell": bell_count(user)})


@never_cache
@login_required
@require_safe
def next_turn(request: HttpRequest) -> HttpResponse:
    """To the most urgent table where it is my turn."""
    game_id = selectors.next_turn(cast("User", request.user))
    return redirect("pages:table", game_id) if game_id else redirect("pages:mine")
