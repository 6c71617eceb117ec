from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .catalogue import entries, entry


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/index.html", {"games": entries()})


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """What this game is about, in our own words."""
    found = entry(key)
    if found is None:
        raise Http404
    others = [other for other in entries() if other.key != key]
    return render(request, f"games/{key}.html", {"game": found, "others": others})
