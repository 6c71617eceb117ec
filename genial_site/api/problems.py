"""Refusals and errors as `application/problem+json`, each with a code for programs and a sentence for people."""

import json
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.engine.rules import Refusal
from games.services.refusals import spoken

from .throttles import AddressThrottle

MEDIA_TYPE = "application/problem+json"

STATUS = {
    "malformed": 400,
    "unauthorized": 401,
    "csrf": 403,
    "forbidden": 403,
    "suspended": 403,
    "muted": 403,
    "session_required": 403,
    "proof_required": 403,
    "not_a_player": 403,
    "not_the_host": 403,
    "not_for_guests": 403,
    "no_hints": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "too_slow": 408,
    "stale": 409,
    "not_your_turn": 409,
    "game_over": 409,
    "not_open": 409,
    "full": 409,
    "too_many": 409,
    "not_over": 409,
    "too_large": 413,
    "unsupported_media_type": 415,
    "illegal": 422,
    "turn_incomplete": 422,
    "turn_over": 422,
    "throttled": 429,
    "too_many_streams": 429,
    "error": 500,
    "stopping": 503,
}

SENTENCES = {
    "malformed": _("The server cannot read this request."),
    "unauthorized": _("Sign in first, or send a token."),
    "csrf": _("A change made with a session needs its CSRF token."),
    "forbidden": _("You may not do this."),
    "suspended": _("Your account is suspended."),
    "not_found": _("There is nothing at this address."),
    "method_not_allowed": _("This address does not answer to that method."),
    "not_acceptable": _("The answer comes as JSON, which this request does not accept."),
    "too_slow": _("This request came too slowly."),
    "too_large": _("This is more than the server is willing to read."),
    "unsupported_media_type": _("Send JSON in UTF-8, as application/json."),
    "throttled": _("These are too many requests; please wait."),
    "error": _("Something went wrong on this site. Its operator can see what in the log."),
}


def problem(code: str, detail: str = "") -> dict[str, Any]:
    status = STATUS[code]
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail or str(SENTENCES[code]),
    }


def handle(exception: Exception, context: dict[str, Any]) -> Response | None:
    """The one answer to whatever a view raises; a mistake of ours is left to Django."""
    if isinstance(exception, exceptions.AuthenticationFailed):
        exception = throttled_or(exception, context)
    if not (named := name(exception)):
        return None
    code, detail = named
    return Response(problem(code, detail), STATUS[code], headers=headers(exception), content_type=MEDIA_TYPE)


def name(exception: Exception) -> tuple[str, str] | None:
    """The code of an exception, and its sentence if it has one of its own."""
    match exception:
        case Refusal():
            return exception.code, spoken(exception)
        case ValidationError():
            code = OF_VALIDATION.get(getattr(exception, "code", ""), "malformed")
            return code, " ".join(exception.messages)
        case exceptions.ParseError():
            return "malformed", str(exception.detail)
        case exceptions.AuthenticationFailed():
            return "unauthorized", str(exception.detail)
        case exceptions.PermissionDenied():
            if str(exception.detail).startswith("CSRF Failed"):
                return "csrf", ""
            code = str(exception.get_codes())
            return (code, str(exception.detail)) if code in STATUS else ("forbidden", "")
        case PermissionDenied():
            return "forbidden", ""
        case Http404():
            return "not_found", ""
    for kind, code in PLAIN.items():
        if isinstance(exception, kind):
            return code, ""
    return None


OF_VALIDATION = {
    "too_many_tokens": "too_many",
    "too_many_blocks": "too_many",
    "not_for_guests": "not_for_guests",
    "too_many": "throttled",
}

PLAIN: dict[type[Exception], str] = {
    exceptions.NotAuthenticated: "unauthorized",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}


def headers(exception: Exception) -> dict[str, str]:
    found = {}
    if auth_header := getattr(exception, "auth_header", None):
        found["WWW-Authenticate"] = auth_header
    if wait := getattr(exception, "wait", None):
        found["Retry-After"] = str(wait)
    return found


def throttled_or(failure: Exception, context: dict[str, Any]) -> Exception:
    """Guessing tokens counts like any other request of a stranger."""
    throttle = AddressThrottle()
    if throttle.allow_request(context["request"], context["view"]):
        return failure
    return exceptions.Throttled(throttle.wait())


# --- what goes wrong before or beside a view of the API ------------------------------------------


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def answer(code: str, detail: str = "") -> HttpResponse:
    content = json.dumps(problem(code, detail), ensure_ascii=False)
    return HttpResponse(content, status=STATUS[code], content_type=MEDIA_TYPE)
