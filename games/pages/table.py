"""A table before, during and after the game, and the ways to sit down at it and to get up."""

import re
import secrets
from collections.abc import Callable, Mapping
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
from games.engine.record import Move
from games.engine.rules import Malformed, Refusal, _
from games.models import Game
from games.services import departures, lobby, more_time
from games.services.notices.opening import opened_table
from games.services.refusals import Unknown, spoken
from games.services.table import Table
from games.services.wishes import read_client_seed

from . import boards
from .desk import Desk, lay_out
from .ending import ending
from .hints import hint_panel
from .log import Entry, log_entries
from .looks import remember_look, with_look
from .paces import due_words, pace_sentences
from .since import look_back, since, stepper

SEED_BYTES = 12
KEY_BYTES = 12


@never_cache
@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    found = find(game_id, request, request.GET.get("link", ""))
    return remember_look(request, show(request, found, request.GET))


def find(game_id: UUID, request: HttpRequest, link: str) -> Table:
    try:
        return selectors.find_table(game_id, request.user, link)
    except Unknown:
        raise Http404 from None


def show(request: HttpRequest, table: Table, query: Mapping[str, str], refusal: Refusal | None = None) -> HttpResponse:
    """The seats until the game starts, then the board. A request of htmx gets only the part that changes."""
    if isinstance(request.user, User) and not is_prefetched(request):
        opened_table(request.user, table.game.pk, table.game.version, timezone.now())
    if table.state is None:
        template, context = "tables/seats.html", seats_context(request, table, refusal)
    else:
        template, context = "tables/table.html", table_context(request, table, with_look(request, query), refusal)
    if getattr(request, "htmx", False):
        template = "tables/_table.html" if table.state is not None else template
    return render(request, template, context, status=409 if refusal else 200)


def is_prefetched(request: HttpRequest) -> bool:
    """Whether a browser fetches the page before anybody looks at it."""
    return "prefetch" in request.headers.get("Sec-Purpose", "")


@never_cache
@require_safe
def share(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The address of a table that anybody may watch, to be sent or held up to a camera."""
    found = find(game_id, request, "")
    if not found.game.public:
        raise Http404
    return render(request, "tables/share.html", {"game": found.game, "table": selectors.game_data(found, request.user)})


def seats_context(request: HttpRequest, table: Table, refusal: Refusal | None) -> dict[str, Any]:
    reader = request.user
    return {
        "game": table.game,
        "table": selectors.game_data(table, reader),
        "player": table.player_of(reader),
        "invited": reader.pk is not None and table.game.invitations.filter(user_id=reader.pk).exists(),
        "is_open": table.game.status == Game.Status.OPEN,
        "link": request.POST.get("link") or request.GET.get("link", ""),
        "seed": secrets.token_urlsafe(SEED_BYTES),
        "refusal": spoken(refusal) if refusal else "",
        "pace": [*pace_sentences(table.game.pace), due_words(table.game.pace)],
    }


def table_context(
    request: HttpRequest, table: Table, query: Mapping[str, str], refusal: Refusal | None
) -> dict[str, Any]:
    """The table as it stands, or at an earlier turn if the address asks for one."""
    if query.get("at"):
        try:
            desk, position = look_back(table, request.user, query)
        except Refusal as refused:
            refusal = refused
        else:
            return desk_context(request, desk) | {"stepper": stepper(desk, position)}
    desk = lay_out(table, request.user, query, refusal)
    hint = hint_panel(table, request.user, desk.before) if desk.acting else None
    return desk_context(request, desk) | {"since": since(desk), "hint": hint, "needs_time": who_needs_time(table, desk)}


def who_needs_time(table: Table, desk: Desk) -> str:
    """The name of whoever is to move, if the reader can give them time."""
    may_give = desk.player is not None and more_time.may_give(table, desk.player, timezone.now())
    return desk.names[table.state.seat] if may_give else ""


def desk_context(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    user = request.user
    return {
        "desk": desk,
        "game": desk.game,
        "table": desk.data,
        "player": desk.player,
        "board": boards.present(desk),
        "board_template": f"tables/boards/{desk.key}.html",
        "key": secrets.token_urlsafe(KEY_BYTES),
        "next_game": selectors.next_turn(user, desk.game.pk) if isinstance(user, User) and not desk.acting else None,
        "ending": ending(desk) if desk.finished else None,
        "own_last": own_last(desk),
        "log": log_entries(desk.key, desk.view, [Move(**move) for move in desk.latest], desk.names)[::-1],
        "sent": request.method == "POST",
        "pace": [*pace_sentences(desk.game.pace)],
    }


def own_last(desk: Desk) -> Entry | None:
    """The reader's own last turn in words, while they wait for the others."""
    move = None if desk.acting or desk.finished else desk.own_last
    if move is None:
        return None
    [entry] = log_entries(desk.key, desk.view, [Move(**move)], desk.names)
    return entry


def changing(change: Callable[[UUID, User, HttpRequest], Game | None]) -> Callable[..., HttpResponse]:
    """A view that makes this change and shows the table again, with the reason where it was refused."""

    @login_required
    @require_POST
    def view(request: HttpRequest, game_id: UUID) -> HttpResponse:
        found = find(game_id, request, request.POST.get("link", ""))
        try:
            game = change(game_id, cast("User", request.user), request)
        except Refusal as refusal:
            return show(request, found, request.POST, refusal)
        return redirect("pages:table", game.pk if game else game_id)

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


@changing
def give_time(game_id: UUID, user: User, request: HttpRequest) -> None:
    """Another day for whoever is to move, once for each look at the table."""
    seen = [request.POST.get(name, "") for name in ("version", "given")]
    if not all(re.fullmatch("[0-9]{1,9}", number) for number in seen):
        raise Malformed(_("This form was not sent as a whole: please try again."))
    version, given = map(int, seen)
    more_time.give_a_day(game_id=game_id, user=user, version=version, given=given, now=timezone.now())


@changing
def rematch(game_id: UUID, user: User, request: HttpRequest) -> Game:  # noqa: ARG001
    """The same table again; whoever asks after the first sits down at theirs."""
    seed = secrets.token_urlsafe(SEED_BYTES)
    return lobby.rematch(game_id=game_id, user=user, client_seed=seed, now=timezone.now())
