"""Light or dark: the reader's choice lives in a cookie, so that the server renders it and nothing flashes."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

COOKIE = "theme"
A_YEAR = 60 * 60 * 24 * 365

THEMES: dict[str, Promise | str] = {"auto": _("Like my device"), "light": _("Light"), "dark": _("Dark")}


def chosen(request: HttpRequest) -> str:
    theme = request.COOKIES.get(COOKIE, "auto")
    return theme if theme in THEMES else "auto"


def context(request: HttpRequest) -> dict[str, object]:
    return {"theme": chosen(request), "themes": THEMES}


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Remember the choice and go back to the page it was made on; what we do not know changes nothing."""
    response = HttpResponseRedirect(page_to_return_to(request))
    theme = request.POST.get("theme", "")
    if theme == "auto":
        response.delete_cookie(COOKIE, samesite="Lax")
    elif theme in THEMES:
        response.set_cookie(
            COOKIE, theme, max_age=A_YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )
    return response


def page_to_return_to(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if is_ours else "/"
