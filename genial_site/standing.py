"""Turns away whoever is suspended, whichever way they signed in."""

from collections.abc import Callable

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts.models import User
from accounts.services.objections import ticket_for
from accounts.services.standing import Refusal, refusal

from .api.problems import answer, is_api

ALWAYS_OPEN = ("/account/standing/objection/", "/i18n/", "/theme/")
"""Objecting, and choosing a language or a look to read the refusal in."""


class StandingMiddleware:
    """Looks before a view and after it: a view may just have signed somebody in, by password, passkey or link."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_file(request) or request.path_info.startswith(ALWAYS_OPEN):
            return self.get_response(request)
        return turned_away(request) or after(request, self.get_response(request))


def after(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    return turned_away(request) or response


def turned_away(request: HttpRequest) -> HttpResponse | None:
    found = refusal_of(request)
    if found is None:
        return None
    user = request.user
    if isinstance(user, User) and not user.is_guest:  # a guest has nothing but the session, and may come back with it
        logout(request)
    if is_api(request):
        return answer(found.code, found.sentence)
    response = render(
        request, "account/suspended.html", {"suspension": found, "ticket": ticket_for(found.measure)}, status=403
    )
    add_never_cache_headers(response)
    return response


def refusal_of(request: HttpRequest) -> Refusal | None:
    # Without a lazy look at the user, this would make every answer depend on the session, and load it.
    return refusal(request.user, timezone.now())


def is_file(request: HttpRequest) -> bool:
    return "." in request.path.rpartition("/")[2]
