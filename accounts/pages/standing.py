"""How somebody stands with the operator: what was done about them and why, objecting, a new name, their own reports."""

from http import HTTPStatus
from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Measure, User
from accounts.models.measure import OBJECTION_LENGTH
from accounts.services import moderation
from accounts.services.counting import address_of
from accounts.services.names import LONGEST
from accounts.services.objections import measure_of, object_to
from accounts.services.standing import unread

REPORTS_SHOWN = 50


@never_cache
@login_required
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    return show(request)


def show(request: HttpRequest, refusals: dict[str, str] | None = None, text: str = "") -> HttpResponse:
    """`refusals` say what is wrong with a form, by its name: that of a measure, or of the choice of a name."""
    user, now = cast("User", request.user), timezone.now()
    measures = list(user.measures.prefetch_related("hidden_messages"))
    context = {
        "holding": [measure for measure in measures if measure.holds(now)],
        "past": [measure for measure in measures if not measure.holds(now)],
        "nameless": moderation.nameless(user),
        "reports": user.reports.select_related("user", "case").order_by("-at")[:REPORTS_SHOWN],
        "thanks": unread(user)["thanks"] if user.has_word else False,
        "longest_name": LONGEST,
        "longest_objection": OBJECTION_LENGTH,
        "refusals": refusals or {},
        "text": text,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusals else HTTPStatus.OK
    return render(request, "account/standing.html", context, status=status)


@login_required
@require_POST
def read(request: HttpRequest, measure_id: int) -> HttpResponse:
    """They have read what the operator said about this."""
    if not moderation.acknowledge(user=cast("User", request.user), measure_id=measure_id, now=timezone.now()):
        raise Http404
    return redirect("account:standing")


@login_required
@require_POST
def thanks(request: HttpRequest) -> HttpResponse:
    moderation.take_thanks(user=cast("User", request.user), now=timezone.now())
    return redirect("account:standing")


@login_required
@require_POST
def name(request: HttpRequest) -> HttpResponse:
    """The one name that a renamed person may choose."""
    wanted = request.POST.get("name", "")[: 2 * LONGEST]
    try:
        user = cast("User", request.user)
        moderation.choose_name(user=user, name=wanted, address=address_of(request), now=timezone.now())
    except ValidationError as problem:
        return show(request, {"name": " ".join(problem.messages)}, wanted)
    return redirect("account:standing")


@never_cache
@require_POST
def objection(request: HttpRequest) -> HttpResponse:
    """From the account's page, or with the ticket that a suspended person was given."""
    measure, text = objected(request), request.POST.get("text", "")[: 2 * OBJECTION_LENGTH]
    if measure is None:
        raise Http404
    try:
        object_to(measure=measure, text=text, now=timezone.now())
    except ValidationError as problem:
        return answer(request, measure, " ".join(problem.messages), text)
    return answer(request, measure)


def objected(request: HttpRequest) -> Measure | None:
    if ticket := request.POST.get("ticket", ""):
        return measure_of(ticket)
    pk = request.POST.get("measure", "")
    if not (request.user.is_authenticated and pk.isascii() and pk.isdigit() and len(pk) <= 18):
        return None
    return request.user.measures.filter(pk=int(pk)).first()


def answer(request: HttpRequest, measure: Measure, refusal: str = "", text: str = "") -> HttpResponse:
    if request.POST.get("ticket"):
        context = {"measure": measure, "refusal": refusal, "text": text, "ticket": request.POST["ticket"]}
        status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
        return render(request, "account/objected.html", context, status=status)
    return show(request, {str(measure.pk): refusal}, text) if refusal else redirect("account:standing")
