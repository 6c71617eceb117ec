"""Turns away what no view of the API should have to think of, and says how answers may be kept."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from .problems import answer, is_api

LARGEST_BODY = 64 * 1024
"""Bytes; the longest turn there is takes less than two thousand."""
LONGEST_QUERY = 8 * 1024


class ApiGate:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return self.get_response(request)
        response = refused(request) or self.get_response(request)
        patch_vary_headers(response, ["Accept", "Accept-Language", "Authorization", "Cookie"])
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


def refused(request: HttpRequest) -> HttpResponse | None:
    query = request.META.get("QUERY_STRING", "")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit():
        return answer("malformed")
    if len(length) > 9 or int(length) > LARGEST_BODY or len(query) > LONGEST_QUERY:
        return answer("too_large")
    if (request.content_params or {}).get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        return answer("unsupported_media_type")
    if "%00" in query or "\0" in query:
        return answer("malformed", _("This text has characters that cannot be stored."))
    return None
