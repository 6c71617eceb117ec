"""Asking a bot: for a hint during a game that is not rated, and for a review once a game is over."""

from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import selectors
from games.engine.rules import Refusal
from games.services import advice
from games.services.refusals import spoken

from .hints import hint_panel
from .reviews import review_context
from .table import find


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hint(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The panel with the hint for this turn; a POST asks for one. Without a script the table shows it."""
    table = find(game_id, request, "")
    refusal = ""
    if request.method == "POST":
        try:
            advice.ask_for_hint(game_id=game_id, user=cast("User", request.user), now=timezone.now())
        except Refusal as refused:
            refusal = spoken(refused)
    if not getattr(request, "htmx", False):
        return redirect(reverse("pages:table", args=[game_id]) + "#hint")
    seen = selectors.game_data(table, request.user)["view"]
    panel = hint_panel(table, request.user, seen, refusal) if seen else None
    return render(request, "tables/panels/hint.html", {"game": table.game, "hint": panel})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The review as far as it has come; a POST has it made."""
    link = request.GET.get("link", "")
    table = find(game_id, request, link)
    refusal = None
    if request.method == "POST":
        if not isinstance(request.user, User):  # it takes a bot minutes, so not for everybody who passes by
            return redirect_to_login(request.get_full_path())
        try:
            advice.ask_for_review(game_id=game_id, user=request.user, link=link, now=timezone.now())
            return redirect(request.get_full_path())
        except Refusal as refused:
            refusal = refused
    context = {**review_context(table), "link": link, "refusal": spoken(refusal) if refusal else ""}
    template = "replay/_review.html" if getattr(request, "htmx", False) else "replay/review.html"
    return render(request, template, context, status=409 if refusal else 200)
