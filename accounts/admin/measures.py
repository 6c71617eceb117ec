from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.looking import ReadOnly, link
from accounts.models import Measure


class HoldsFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "holds"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        return [("yes", _("holds")), ("no", _("over or lifted"))]

    def queryset(self, _request: HttpRequest, measures: QuerySet[Measure]) -> QuerySet[Measure]:
        holding = Q(until=None) | Q(until__gt=timezone.now())
        if self.value() == "yes":
            return measures.filter(holding, lifted_at=None)
        return measures.exclude(holding, lifted_at=None) if self.value() == "no" else measures


@admin.register(Measure)
class MeasureAdmin(ReadOnly):
    """What was done about people; a case is where more is done, or this is lifted."""

    list_display = ["at", "user", "kind", "reason", "end", "by", "objected"]
    list_filter = [HoldsFilter, "kind", ("objected_at", admin.EmptyFieldListFilter)]
    list_select_related = ["user", "by"]
    search_fields = ["user__username", "old_name", "reason"]
    fields = [
        *("at", "user", "kind", "reason", "note", "end", "by", "cases", "old_name", "removed", "acknowledged_at"),
        *("objection", "objected_at", "lifted_at", "lifted_by", "lift_reason"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Measure]:
        """Moderators read nothing about staff, and so nothing about themselves."""
        measures = super().get_queryset(request)
        return measures if request.user.is_superuser else measures.exclude(user__is_staff=True)

    @admin.display(description=_("ends"), ordering="until")
    def end(self, measure: Measure) -> Any:
        if measure.lifted_at:
            return _("lifted")
        if measure.kind in Measure.LASTING and measure.until is None:
            return _("for good")
        return measure.until or "–"

    @admin.display(description=_("objected"), boolean=True)
    def objected(self, measure: Measure) -> bool:
        return measure.objected_at is not None

    @admin.display(description=_("case"))
    def cases(self, measure: Measure) -> str:
        return link("accounts_case_change", measure.case_id, measure.case_id) if measure.case_id else "–"
