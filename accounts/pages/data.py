"""All that the site keeps of you, packed to take away: asking for it, watching it being packed, downloading it."""

from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Export, User
from accounts.services.addresses import is_confirmed
from accounts.services.exports import making


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest) -> HttpResponse:
    """The page, which a script fetches anew while the work lasts; a POST begins it."""
    user = cast("User", request.user)
    refusal = ""
    if request.method == "POST":
        try:
            making.ask(user=user, now=timezone.now())
            return redirect("account:data")
        except ValidationError as problem:
            refusal = " ".join(problem.messages)
    context = {**standing(user), "refusal": refusal}
    status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
    template = "account/_export.html" if getattr(request, "htmx", False) else "account/data.html"
    return render(request, template, context, status=status)


def standing(user: User) -> dict[str, Any]:
    """How far the newest export is, whether it can be had, and whether there can be another."""
    now = timezone.now()
    export = making.newest(user)
    again = making.again_at(export) if export else None
    ready = user.exports.filter(state=Export.State.READY, expires_at__gt=now).first()
    return {
        "export": export,
        "ready": ready,
        "again": again if again and again > now else None,
        "is_told": is_confirmed(user),
    }


@login_required
@require_safe
def download(request: HttpRequest, export_id: int) -> StreamingHttpResponse:
    """The archive, for its owner's session alone: there is no other address under which it could be had."""
    user = cast("User", request.user)
    export = get_object_or_404(Export, pk=export_id, user=user)
    if not export.can_be_had(timezone.now()):
        raise Http404
    request.META.pop("HTTP_ACCEPT_ENCODING", None)  # it is packed already, and its length is to be known
    answer = StreamingHttpResponse(making.parts_of(export), content_type="application/zip")
    answer["Content-Length"] = str(export.size)
    answer["Content-Disposition"] = f'attachment; filename="genial-{export.asked_at:%Y-%m-%d}.zip"'
    answer["Cache-Control"] = "no-store, private"
    return answer
