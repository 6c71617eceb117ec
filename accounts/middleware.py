"""Remembers when and where each session was last seen, for the list of devices."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.services.sessions import note_seen


class SeenMiddleware:
    """Looks only at requests that asked for their user anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if hasattr(request, "_cached_user") and request.user.is_authenticated and request.session.session_key:
            note_seen(request)
        return response
