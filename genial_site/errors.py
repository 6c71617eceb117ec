"""What people see when something is wrong: a friendly sentence for each case."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from .api.problems import answer, is_api


def page(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    return render(request, "error.html", {"status": status, "title": title, "sentence": sentence}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    if is_api(request):
        return answer("malformed")
    sentence = _("Your browser sent something that this site cannot read. Going back and trying again often helps.")
    return page(request, 400, _("We did not understand that"), sentence)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    if is_api(request):
        return answer("forbidden")
    return page(request, 403, _("This is not for you"), _("You may not see this page or do what you tried to do."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    if is_api(request):
        return answer("not_found")
    return page(request, 404, _("This cell is empty"), _("There is no page at this address, or it has moved."))


def too_many(request: HttpRequest) -> HttpResponse:
    sentence = _("This was tried very often from your network or for this account. Please wait for a while.")
    answer = page(request, 429, _("Not so fast"), sentence)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    if is_api(request):
        return answer("csrf")
    sentence = _(
        "This form has waited for too long, or your browser blocks cookies. Go back, reload the page and try again."
    )
    return page(request, 403, _("Please try again"), sentence)


def server_error(request: HttpRequest) -> HttpResponse:
    """Uses little of the request and no context processor, for they may be what broke."""
    if is_api(request):
        return answer("error")
    title, sentence = _("Our mistake"), _("Something went wrong on this site. Its operator can see what in the log.")
    request_id = getattr(request, "request_id", "")
    try:
        body = render_to_string("broken.html", {"title": title, "sentence": sentence, "request_id": request_id})
    except Exception:  # noqa: BLE001  # whatever broke the page may break this one, too
        return HttpResponse(
            f"{title}. {sentence} {request_id}".strip(), status=500, content_type="text/plain; charset=utf-8"
        )
    return HttpResponse(body, status=500)
