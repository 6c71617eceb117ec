"""No more mails, from a mail: of notices, or of invitations to an address.

Looking changes nothing; a button does, or a mail program in one click (RFC 8058).
"""

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.invitations import read_no_more, want_no_more, want_them_again, wants_no_more
from games.services.notices.unsubscribing import read_token, subscribe_again, unsubscribe

View = Callable[[HttpRequest, str], HttpResponse]
Mails = TypeVar("Mails")


def from_a_mail(view: View) -> View:
    # A mail program has neither cookie nor session: the signed address is all that it needs.
    return csrf_exempt(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view)))


@from_a_mail
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    subscription = changed(request, read_token(token), off=unsubscribe, on=subscribe_again)
    return render(request, "unsubscribe.html", {"subscription": subscription, "done": request.method == "POST"})


@from_a_mail
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    digest = changed(
        request, read_no_more(token), off=lambda found: want_no_more(found, timezone.now()), on=want_them_again
    )
    return render(request, "no_invitations.html", {"done": wants_no_more(digest)})


def changed(
    request: HttpRequest, mails: Mails | None, *, off: Callable[[Mails], object], on: Callable[[Mails], object]
) -> Mails:
    """What the address is about, after what was asked for."""
    if mails is None:
        raise Http404
    if request.method == "POST":
        (on if request.POST.get("do") == "undo" else off)(mails)
    return mails
