"""How to play each game, in our own words and with small boards to try things out on."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .catalogue import entries, entry
from .opponents import default_opponent
from .tries import tries


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/index.html", {"games": entries()})


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    found = entry(key)
    if found is None:
        raise Http404
    context = {
        "game": found,
        "others": [other for other in entries() if other.key != key],
        "bot": default_opponent(key),
        "tries": tries(key, request.GET.dict()),
    }
    return render(request, f"games/{key}.html", context)
