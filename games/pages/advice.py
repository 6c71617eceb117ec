"""Asking a bot: for a hint during a game that is not rated, and for a review once a game is over."""

from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import selectors
from games.drawing.chart import worth_chart
from games.engine.notation import write_turn
from games.engine.rules import Data, Refusal
from games.models import Game
from games.services import advice
from games.services.refusals import Unknown, spoken
from games.services.table import Table

from .hints import difference_words, hint_panel, worth_words
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
        if not request.user.is_authenticated:  # it takes a bot minutes, so not for everybody who passes by
            return redirect_to_login(request.get_full_path())
        try:
            advice.ask_for_review(game_id=game_id, reader=request.user, link=link, now=timezone.now())
            return redirect(request.get_full_path())
        except Refusal as refused:
            refusal = refused
    context = {**review_context(table), "link": link, "refusal": spoken(refusal) if refusal else ""}
    template = "replay/_review.html" if getattr(request, "htmx", False) else "replay/review.html"
    return render(request, template, context, status=409 if refusal else 200)


def review_context(table: Table) -> Data:
    game = table.game
    names = [player.name for player in table.players]
    context: Data = {"game": game, "over": game.status == Game.Status.FINISHED, "names": names, "review": None}
    try:
        data = selectors.review_data(selectors.review_of(game))
    except Unknown:
        return context
    seen = selectors.game_data(table, AnonymousUser())["view"]
    rows = [review_row(game, seen, names, turn, data["turning_points"]) for turn in data["turns"]]
    seats = [
        {
            "name": names[seat["seat"]],
            "seat": seat["seat"],
            "turns": seat["turns"],
            "loss": difference_words(game, seat["loss"]),
            "luck": difference_words(game, seat["luck"], signed=True),
        }
        for seat in data["seats"]
    ]
    turning = [row for row in rows if row["turning"]]
    chart = chart_of(game, data) if rows else None
    return {**context, "review": data, "rows": rows, "seats": seats, "turning": turning, "chart": chart}


def review_row(game: Game, seen: Data, names: list[str], turn: Data, turning: list[int]) -> Data:
    best, played = (write_turn(game.rules_key, seen, turn[key]["actions"]) for key in ("best", "played"))
    return {
        "n": turn["n"],
        "name": names[turn["seat"]],
        "seat": turn["seat"],
        "played": played,
        "worth": worth_words(game, turn["played"]["worth"]),
        "best": best if best != played and turn["loss"] else "",
        "best_worth": worth_words(game, turn["best"]["worth"]),
        "loss": difference_words(game, turn["loss"]) if turn["loss"] else "",
        "luck": "" if turn["luck"] is None else difference_words(game, turn["luck"], signed=True),
        "turning": turn["n"] in turning,
    }


def chart_of(game: Game, data: Data) -> object:
    worth: dict[int, list[tuple[int, float]]] = {}
    for turn in data["turns"]:
        worth.setdefault(turn["seat"], []).append((turn["n"], turn["played"]["worth"]))
    best = max(value for points in worth.values() for _n, value in points)
    return worth_chart(worth, data["total"], top=max(best, 1.0) if game.mode == "solo" else 1.0)
