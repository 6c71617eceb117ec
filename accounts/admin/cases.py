"""The queue: one case for all that is reported of one person, and its page, from which moderators act."""

from http import HTTPStatus
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, F, Max, Prefetch, Q, QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import acting
from accounts.admin.forms import HideForm, LiftForm, MeasureForm, NoteForm, SettleForm
from accounts.admin.looking import ReadOnly, may_act
from accounts.models import Case, Measure, User
from accounts.services.cases import likely_outcome
from accounts.services.roles import may_moderate
from accounts.services.standing import standing_of
from games.models import ChatMessage, Report
from games.services.reports import context_of

State = Case.State

CONTEXTS = 10
"""Of how many reported messages, the newest ones, the page shows what was said around them."""
EARLIER = 20


class StateFilter(admin.SimpleListFilter):
    """What waits, unless somebody asks for more."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        return [*((state.value, state.label) for state in State), ("all", gettext_lazy("all"))]

    def choices(self, changelist: Any) -> Any:
        waiting, *others = super().choices(changelist)
        yield {**waiting, "display": gettext_lazy("open or taken")}
        yield from others

    def queryset(self, _request: HttpRequest, cases: QuerySet[Case]) -> QuerySet[Case]:
        if self.value() is None:
            return cases.exclude(state=State.SETTLED)
        return cases.filter(state=self.value()) if self.value() in State else cases


@admin.register(Case)
class CaseAdmin(ReadOnly):
    list_display = ["number", "person", "state", "about", "report_count", "newest", "taken_by", "outcome"]
    list_filter = [StateFilter, "outcome", ("taken_by", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["user", "taken_by"]
    search_fields = ["user__username", "note"]
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        cases = Case.objects.annotate(report_total=Count("reports", distinct=True), newest_at=Max("reports__at"))
        kinds = Prefetch("reports", Report.objects.only("case", "category"))
        return visible_to(request, cases.prefetch_related(kinds, "objections"))

    def get_ordering(self, _request: HttpRequest) -> list[Any]:
        return [F("newest_at").desc(nulls_last=True), "-opened_at"]

    @admin.display(description=gettext_lazy("case"), ordering="pk")
    def number(self, case: Case) -> str:
        return f"#{case.pk}"

    @admin.display(description=gettext_lazy("person"), ordering="user__username")
    def person(self, case: Case) -> str:
        return case.user.username if case.user else "–"

    @admin.display(description=gettext_lazy("what about"))
    def about(self, case: Case) -> str:
        kinds = [report.get_category_display() for report in case.reports.all()]
        kinds += [_("objection")] * bool(case.objections.all())
        return ", ".join(dict.fromkeys(map(str, kinds))) or "–"

    @admin.display(description=gettext_lazy("reports"), ordering="report_total")
    def report_count(self, case: Case) -> int:
        return cast("Any", case).report_total

    @admin.display(description=gettext_lazy("newest"), ordering="newest_at")
    def newest(self, case: Case) -> Any:
        return cast("Any", case).newest_at or case.opened_at

    # --- the page of one case ----------------------------------------------------------------------

    def change_view(self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        case = self.get_object(request, object_id)
        if case is None:
            raise Http404
        forms, status = blank_forms(case), HTTPStatus.OK
        if request.method == "POST":
            if not may_act(request.user):
                raise PermissionDenied
            try:
                name, form = acting.form_of(request.POST)
                forms[name] = form
                done = acting.act(actor=request.user, case=case, name=name, form=form, now=timezone.now())
            except ValidationError as problem:
                messages.error(request, " ".join(problem.messages))
                status = HTTPStatus.UNPROCESSABLE_ENTITY
            else:
                messages.success(request, done)
                return redirect(request.path)
        context = {**self.admin_site.each_context(request), **page(request, case), "forms": forms}
        return render(request, "admin/accounts/case.html", context, status=status)


def visible_to(request: HttpRequest, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Moderators see no cases of staff, and so none of their own."""
    if request.user.is_superuser:
        return cases
    return cases.exclude(user__is_staff=True).exclude(user=request.user.pk)


def blank_forms(case: Case) -> dict[str, Form]:
    return {
        "measure": MeasureForm(),
        "note": NoteForm(initial={"note": case.note}),
        "settle": SettleForm(initial={"outcome": likely_outcome(case)}),
        "hide": HideForm(),
        "lift": LiftForm(),
    }


def page(request: HttpRequest, case: Case) -> dict[str, Any]:
    """All that a moderator needs to decide."""
    now, person = timezone.now(), case.user
    reports = list(Report.objects.filter(case=case).select_related("reporter", "message__hidden_by").order_by("-at"))
    about = Q(user=person) if person else Q(pk=None)
    measures = Measure.objects.filter(about).select_related("by", "lifted_by").prefetch_related("hidden_messages")
    actor = cast("User", request.user)
    return {
        "title": _("Case of %(name)s") % {"name": person.username if person else "–"},
        "case": case,
        "person": person,
        "standing": standing_of(person, now) if person else "",
        "may_act": may_act(actor) and (person is None or may_moderate(actor, person)),
        "reports": reports,
        "said": said_around(reports),
        "objections": case.objections.all(),
        "measures": [(measure, measure.holds(now)) for measure in measures[:EARLIER]],
        "earlier": Case.objects.filter(about).exclude(pk=case.pk).select_related("settled_by")[:EARLIER],
    }


def said_around(reports: list[Report]) -> list[tuple[ChatMessage, list[ChatMessage]]]:
    """The reported messages, each once, with what was said before and after."""
    found = {report.message.pk: report.message for report in reports if report.message}
    newest = sorted(found.values(), key=lambda message: message.pk, reverse=True)[:CONTEXTS]
    return [(message, context_of(message)) for message in newest]
