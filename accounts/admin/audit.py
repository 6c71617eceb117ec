import csv
from collections.abc import Iterable
from typing import Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.looking import ReadOnly
from accounts.models import AuditEntry, User
from accounts.services.audit import lines, record


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    """Who did what to whom: to read, to filter and to take along."""

    change_list_template = "admin/accounts/audit_list.html"
    list_display = ["at", "who", "action", "whom", "said"]
    list_display_links = ["at"]
    list_filter = ["action", "at"]
    date_hierarchy = "at"
    search_fields = ["actor__username", "subject__username"]
    search_help_text = _("A name")
    list_per_page = 50
    fields = ["at", "who", "action", "whom", "said"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        # Both may be gone: a number without a row must not break a page.
        return super().get_queryset(request).select_related("actor", "subject")

    def get_urls(self) -> list[URLPattern]:
        export = path("export/", self.admin_site.admin_view(self.export), name="accounts_auditentry_export")
        return [export, *super().get_urls()]

    @admin.display(description=_("who"), ordering="actor")
    def who(self, entry: AuditEntry) -> str:
        return named(entry.actor, entry.actor_id) or str(_("at the command line"))

    @admin.display(description=_("whom"), ordering="subject")
    def whom(self, entry: AuditEntry) -> str:
        return named(entry.subject, entry.subject_id) or "–"

    @admin.display(description=_("details"))
    def said(self, entry: AuditEntry) -> str:
        return ", ".join(f"{key}: {value}" for key, value in sorted(entry.details.items())) or "–"

    def export(self, request: HttpRequest) -> HttpResponse:
        """What the list shows with the same filters, all pages of it, as CSV."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        entries = self.get_changelist_instance(request).get_queryset(request)
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="audit.csv"'
        response["Cache-Control"] = "no-store"
        count = write(response, lines(entries.iterator(chunk_size=2000)))
        actor = cast("User", request.user)
        record(actor=actor, action=AuditEntry.Action.EXPORTED, now=timezone.now(), entries=count)
        return response


def named(user: User | None, number: int | None) -> str:
    if user is not None:
        return user.username
    return "" if number is None else f"#{number}"


def write(file: Any, rows: Iterable[list[str]]) -> int:
    """How many entries there were, beside the heading."""
    writer, count = csv.writer(file), -1
    for row in rows:
        writer.writerow(row)
        count += 1
    return count
