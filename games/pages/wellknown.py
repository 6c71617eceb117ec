"""Files that others ask for by a fixed address."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(static("icons/favicon.ico"))
