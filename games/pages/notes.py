"""A player's private notes: kept by themselves where there is a script, by a button where there is none."""

from http import HTTPStatus
from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.engine.rules import Refusal
from games.models.note import NOTE_LENGTH
from games.services import notes as service
from games.services.refusals import spoken

from .table import find


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    table = find(game_id, request, "")
    user = cast("User", request.user)
    if table.player_of(user) is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        try:
            service.write_note(game_id=game_id, user=user, text=request.POST.get("text", ""), now=timezone.now())
        except Refusal as refused:
            refusal = spoken(refused)
    scripted = bool(getattr(request, "htmx", False))
    if request.method == "POST" and scripted:
        return render(request, "tables/panels/note_state.html", {"refusal": refusal, "kept": not refusal})
    if request.method == "POST" and not refusal:
        return redirect("pages:notes", game_id)
    context = {
        "game": table.game,
        "text": request.POST["text"] if refusal else service.note_of(table, user),
        "longest": NOTE_LENGTH,
        "refusal": refusal,
    }
    template = "tables/panels/notes.html" if scripted else "tables/notes.html"
    return render(request, template, context, status=HTTPStatus.CONFLICT if refusal else HTTPStatus.OK)
