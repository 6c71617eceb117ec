"""No more invitations to an address, from the mail that brought one. Looking changes nothing; the button, or a mail
program's one click (RFC 8058), does."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.invitations import read_no_more, want_no_more, want_them_again, wants_no_more


@csrf_exempt  # a mail program has neither cookie nor session: the signed address is all that it needs
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    digest = read_no_more(token)
    if digest is None:
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "undo":
        want_them_again(digest)
    elif request.method == "POST":
        want_no_more(digest, timezone.now())
    return render(request, "no_invitations.html", {"done": wants_no_more(digest)})
