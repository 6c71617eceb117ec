"""Everybody's best results of playing alone, game by game."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.bests import SOLO_RULES, placed, site_bests

from .catalogue import entries, entry

PERIODS: dict[str, tuple[Promise | str, timedelta | None]] = {
    "all": (_("Ever"), None),
    "year": (_("Within a year"), timedelta(days=366)),
    "month": (_("Within a month"), timedelta(days=31)),
}


@require_safe
def first(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    return redirect("pages:bests", SOLO_RULES[0])


@never_cache
@require_safe
def bests(request: HttpRequest, key: str) -> HttpResponse:
    game = entry(key)
    if game is None or not game.has_solo:
        raise Http404
    period = request.GET.get("period", "")
    period = period if period in PERIODS else "all"
    span = PERIODS[period][1]
    results = site_bests(key, request.user, timezone.now() - span if span else None)
    context = {
        "game": game,
        "games": [game for game in entries() if game.has_solo],
        "period": period,
        "periods": [(name, words) for name, (words, _span) in PERIODS.items()],
        "results": placed(results),
    }
    return render(request, "people/bests.html", context)
