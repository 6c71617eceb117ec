from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.services.refusals import Unknown


@never_cache
@require_safe
def series(request: HttpRequest, series_id: UUID) -> HttpResponse:
    """Games counted together: points game by game, the totals, and the places once all are played."""
    try:
        found, games = selectors.find_series(series_id, request.user)
    except Unknown:
        raise Http404 from None
    return render(
        request,
        "tables/series.html",
        {"series": found, "games": games, "standings": selectors.series_standings(found, games)},
    )
