"""Reporting somebody to the operator."""

from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.engine.rules import Refusal
from games.models import Report
from games.models.report import REASON_LENGTH
from games.services import reports
from games.services.refusals import Unknown, spoken


class ReportForm(forms.Form):
    category = forms.ChoiceField(label=_("What is it about?"), choices=[("", "–"), *Report.Category.choices])
    reason = forms.CharField(
        label=_("What happened?"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=_("If it happened at a table, say at which one and when."),
        widget=forms.Textarea({"rows": 4}),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, name: str) -> HttpResponse:
    user = cast("User", request.user)
    person = whom(user, name)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reports.report_person(user=user, name=name, now=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, spoken(refusal))
        else:
            return redirect("pages:reported", person.username)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "people/report.html", {"person": person, "form": form}, status=status)


@never_cache
@login_required
@require_safe
def reported(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "people/reported.html", {"person": whom(cast("User", request.user), name)})


def whom(user: User, name: str) -> User:
    try:
        return reports.reportable(user, name)
    except Unknown:
        raise Http404 from None
