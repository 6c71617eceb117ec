"""Turning mails off from a mail. Looking changes nothing; a button does, or a mail program in one click (RFC 8058)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.notices.unsubscribing import read_token, subscribe_again, unsubscribe


@csrf_exempt  # a mail program has neither cookie nor session: the signed address is all that it needs
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    subscription = read_token(token)
    if subscription is None:
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "undo":
        subscribe_again(subscription)
    elif request.method == "POST":
        unsubscribe(subscription)
    return render(request, "unsubscribe.html", {"subscription": subscription, "done": request.method == "POST"})
