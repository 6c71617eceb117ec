"""Light or dark, and the palette: the reader's choices live in cookies, so that the server renders them at once."""

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

A_YEAR = 60 * 60 * 24 * 365

THEMES: dict[str, Promise | str] = {"auto": _("Like my device"), "light": _("Light"), "dark": _("Dark")}
PALETTES: dict[str, Promise | str] = {
    "classic": _("Classic"),
    "red-green": _("For red-green colour blindness"),
    "blue-yellow": _("For blue-yellow colour blindness"),
    "contrast": _("High contrast"),
}
CHOICES: dict[str, dict[str, Promise | str]] = {"theme": THEMES, "palette": PALETTES}
"""By cookie; the first of each is what holds for readers who chose nothing."""

GROUND = {"light": "#f6f4ef", "dark": "#14161b"}
"""As in tokens.css: browsers colour their own frame like it."""


def chosen(cookies: Mapping[str, str], name: str) -> str:
    options = CHOICES[name]
    choice = cookies.get(name, "")
    return choice if choice in options else next(iter(options))


def context(request: HttpRequest) -> dict[str, object]:
    theme, palette = chosen(request.COOKIES, "theme"), chosen(request.COOKIES, "palette")
    return {
        "theme": theme,
        "palette": palette,
        "ground": GROUND,
        "looks": lambda: looks(theme, palette, get_language()),
    }


@cache
def looks(theme: str, palette: str, language: str) -> SafeString:  # noqa: ARG001
    """What there is to choose from: the same for all who have chosen the same."""
    choices = {"theme": theme, "themes": THEMES, "palette": palette, "palettes": PALETTES}
    return render_to_string("parts/looks.html", choices)


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Remember the choice and go back to the page it was made on; what we do not know changes nothing."""
    response = HttpResponseRedirect(page_to_return_to(request))
    for name, options in CHOICES.items():
        choice = request.POST.get(name, "")
        if choice == next(iter(options)):
            response.delete_cookie(name, samesite="Lax")
        elif choice in options:
            response.set_cookie(
                name, choice, max_age=A_YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
            )
    return response


def page_to_return_to(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if is_ours else "/"
