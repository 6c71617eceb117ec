"""Files that others ask for by a fixed address."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from .theme import GROUND

A_DAY = 60 * 60 * 24
MOST_SHOWN = 9
"""Turns that fit on an icon; more are 9+."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(static("icons/favicon.ico"))


@require_safe
@cache_control(public=True, max_age=A_DAY)
def icon(request: HttpRequest, count: int) -> HttpResponse:
    """The site's icon with the number of turns that wait for its reader."""
    badge = f"{count}" if count <= MOST_SHOWN else f"{MOST_SHOWN}+"
    return render(request, "svg/icon.svg", {"badge": badge if count else ""}, content_type="image/svg+xml")


@require_safe
@cache_control(max_age=A_DAY)
def manifest(_request: HttpRequest) -> HttpResponse:
    """What makes the site installable."""
    data = {
        "name": _("Genial: board games at your own pace"),
        "short_name": "Genial",
        "description": _("A self-hosted site for the Einfach Genial games: a turn today, a turn tomorrow."),
        "lang": get_language(),
        "id": "/",
        "start_url": reverse("pages:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND["light"],
        "theme_color": GROUND["light"],
        "icons": [
            {"src": static("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": static("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": _("My games"), "url": reverse("pages:mine")},
            {"name": _("Lobby"), "url": reverse("pages:lobby")},
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """At the root, for a service worker serves what lies beneath it; browsers ask now and then whether it changed."""
    return HttpResponse(service_worker_source(), content_type="text/javascript; charset=utf-8")


@cache
def service_worker_source() -> bytes:
    return Path(str(finders.find("js/sw.js"))).read_bytes()
