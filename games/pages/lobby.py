"""The lobby: tables that wait for players, and laying out a new one."""

from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.services.counting import address_of
from games import selectors
from games.engine.registry import RULES
from games.engine.rules import Refusal
from games.services.lobby import create_table
from games.services.refusals import spoken
from games.services.seeds import proposed_seed
from games.services.wishes import read_wish

from .catalogue import entries, entry
from .opponents import opponents
from .rows import rows
from .table_form import LONGEST_NAME, TableForm, Way, chosen_way, kept_for, ways

TABLES_A_PAGE = 20


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    key = request.GET.get("rules", "")
    key = key if key in RULES else ""
    page = Paginator(selectors.lobby_tables(request.user, key), TABLES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "games": entries(),
        "chosen": key,
        "tables": rows(page.object_list, request.user),
        "page": page,
        "seed": proposed_seed(),
    }
    return render(request, "lobby/lobby.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """First which game, then in which way, then the form that fits them."""
    asked = request.POST or request.GET
    game = entry(asked.get("rules", ""))
    if game is None:
        return render(request, "lobby/choose.html", {"games": entries(), "invite": request.GET.get("invite", "")})
    user = cast("User", request.user)
    way = chosen_way(game.rules, asked.get("way", ""))
    invite = request.GET.get("invite", "")[:LONGEST_NAME]
    begun = {"client_seed": proposed_seed()} | (kept_for(invite) if invite else {})
    address = address_of(request)
    form = TableForm(request.POST or None, way=way, rules=game.rules, host=user, address=address, initial=begun)
    if request.method == "POST" and form.is_valid():
        try:
            made = create_table(host=user, wish=read_wish(form.wish()), now=timezone.now(), address=address)
        except Refusal as refusal:
            form.add_error(None, spoken(refusal))
        else:
            return redirect("pages:table", made.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    status = HTTPStatus.TOO_MANY_REQUESTS if form.too_often else status
    context = form_context(game, way, form) | {"invite": invite}
    return render(request, "lobby/new.html", context, status=status)


def form_context(game: Any, way: Way, form: TableForm) -> dict[str, Any]:
    return {
        "game": game,
        "games": entries(),
        "way": way,
        "ways": ways(game.rules),
        "form": form,
        "opponents": opponents(game.key),
    }
