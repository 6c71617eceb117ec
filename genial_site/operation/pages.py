"""The operator's pages: for operators alone, not for moderators."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services.roles import is_operator
from games.engine.replay import Flaw
from games.models import Game

from . import mending
from . import overview as gathered
from .sections import sections

P = ParamSpec("P")


def for_operators(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Strangers may sign in; whoever has is an operator or turned away."""

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return redirect_to_login(request.get_full_path())
        if not is_operator(user, timezone.now()):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def operator_page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    return render(request, template, {"sections": sections(request), **context})


@require_safe
@for_operators
def overview(request: HttpRequest) -> HttpResponse:
    return operator_page(request, "operator/overview.html", **gathered.overview(now=timezone.now()))


@require_safe
@for_operators
def state(request: HttpRequest) -> HttpResponse:
    """The part of the page that looks again by itself."""
    return render(request, "operator/_parts.html", gathered.state())


# --- what can be done ------------------------------------------------------------------------------


@require_POST
@for_operators
def requeue(request: HttpRequest) -> HttpResponse:
    count = mending.requeue_notices(actor=operator(request), now=timezone.now())
    said = ngettext("%(count)d notice is tried again.", "%(count)d notices are tried again.", count) % {"count": count}
    return done(request, said)


@require_POST
@for_operators
def wake(request: HttpRequest) -> HttpResponse:
    count = mending.wake_bots(actor=operator(request), now=timezone.now())
    said = ngettext("%(count)d bot is called.", "%(count)d bots are called.", count) % {"count": count}
    return done(request, said)


@require_POST
@for_operators
def rebuild(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game = get_object_or_404(Game, pk=game_id, status=Game.Status.ACTIVE)
    try:
        mending.rebuild_game(actor=operator(request), game=game, now=timezone.now())
    except Flaw as flaw:
        messages.error(
            request,
            _("Its log does not hold from turn %(turn)d on, so that nothing was changed: it needs a backup.")
            % {"turn": flaw.turn},
        )
        return redirect("operator:overview")
    return done(request, _("The game stands again as its log says."))


def operator(request: HttpRequest) -> User:
    return cast("User", request.user)


def done(request: HttpRequest, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect("operator:overview")
