"""The addresses of the site and two that only say hello, to compare pages with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from genial_site.urls import handler400, handler403, handler404, handler500
from genial_site.urls import urlpatterns as of_the_site

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def word(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"hello {request.user}")


def framed(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


urlpatterns = [*of_the_site, path("hello/", word), path("hello/framed/", framed)]
