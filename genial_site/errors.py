"""What people see when something is wrong: one template, one sentence for each case."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def page(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    return render(request, "error.html", {"status": status, "title": title, "sentence": sentence}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return page(request, 400, _("That did not work"), _("The site could not make sense of this request."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return page(request, 403, _("Not for you"), _("You may not see or do this."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return page(request, 404, _("Nothing here"), _("There is no page at this address."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    sentence = _("This form has waited for too long, or your browser blocks cookies. Go back, reload the page and try again.")
    return page(request, 403, _("Please try again"), sentence)


def server_error(request: HttpRequest) -> HttpResponse:
    title, sentence = _("Our mistake"), _("Something went wrong on this site. Its operator can see what in the log.")
    try:
        return page(request, 500, title, sentence)
    except Exception:  # noqa: BLE001  # whatever broke the page may break this one, too
        return HttpResponse(f"{title}. {sentence}", status=500, content_type="text/plain; charset=utf-8")
