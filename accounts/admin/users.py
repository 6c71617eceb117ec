"""People, without their secrets: moderators see names and standing, operators also addresses and roles."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.looking import HIDDEN, link, may_act
from accounts.models import AuditEntry, Case, User
from accounts.services.audit import record
from accounts.services.cases import open_case
from accounts.services.deletion import GRACE, ask_deletion
from accounts.services.roles import may_moderate
from accounts.services.standing import not_suspended, standing_of

FLAGS = ("is_active", "is_staff", "is_superuser")
ABOUT = ["called", "standing", "date_joined", "last_login"]
LINKS = ["case", "reports", "measures"]
FOR_OPERATORS = ["email", "password_link", "games", "trail"]


class StandingFilter(admin.SimpleListFilter):
    title = _("standing")
    parameter_name = "standing"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        return [
            ("active", _("active")),
            ("guest", _("guest")),
            ("suspended", _("suspended")),
            ("muted", _("muted")),
            ("closing", _("closing")),
            ("closed", _("closed")),
        ]

    def queryset(self, _request: HttpRequest, users: QuerySet[User]) -> QuerySet[User]:
        now = timezone.now()
        here = users.filter(is_active=True)
        found = {
            "active": here.filter(not_suspended(now), Q(muted_until=None) | Q(muted_until__lte=now), is_guest=False),
            "guest": here.filter(is_guest=True),
            "suspended": here.filter(suspended_until__gt=now),
            "muted": here.filter(muted_until__gt=now),
            "closing": users.exclude(deletion_due=None).filter(deleted_at=None),
            "closed": users.filter(is_active=False, deletion_due=None),
        }
        return found.get(self.value() or "", users)


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    actions = None
    list_display = ["username", "standing", "date_joined", "last_login", "report_count", "case"]
    list_filter = [StandingFilter, "is_staff", "is_superuser", "date_joined"]
    ordering = ["-date_joined"]
    show_full_result_count = False

    # --- who sees what ---------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        unsettled = Case.objects.filter(user=OuterRef("pk")).exclude(state=Case.State.SETTLED)
        return (
            super()
            .get_queryset(request)
            .annotate(
                unsettled=Subquery(unsettled.values("pk")[:1]), report_total=Count("reports_about", distinct=True)
            )
        )

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return ["username", "email"] if is_operator(request) else ["username"]

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        if obj is None:
            return super().get_fieldsets(request, obj)
        about = (None, {"fields": ABOUT})
        links = (_("Moderation"), {"fields": LINKS})
        if not is_operator(request):
            return [about, links]
        private = (_("For operators"), {"fields": FOR_OPERATORS})
        rights = (_("Rights"), {"fields": [*FLAGS, "groups", "user_permissions"], "classes": ["collapse"]})
        return [about, links, private, rights]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:  # noqa: ARG002
        return [] if obj is None else [*ABOUT, *LINKS, *FOR_OPERATORS]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not HIDDEN.intersection(lookup.split("__")) and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:  # noqa: ARG002
        """Whoever may change rights may take all of them."""
        return is_operator(request)

    def has_delete_permission(self, *_args: Any) -> bool:
        """The games of others need the row; accounts are closed, and forgotten later."""
        return False

    # --- what is shown ---------------------------------------------------------------------------

    @admin.display(description=_("name"))
    def called(self, user: User) -> str:
        return user.username

    @admin.display(description=_("standing"))
    def standing(self, user: User) -> str:
        return standing_of(user, timezone.now())

    @admin.display(description=_("reports"), ordering="report_total")
    def report_count(self, user: User) -> int:
        return cast("Any", user).report_total

    @admin.display(description=_("case"), ordering="unsettled")
    def case(self, user: User) -> str:
        if number := cast("Any", user).unsettled:
            return link("accounts_case_change", _("waiting"), number)
        return "–"

    @admin.display(description=_("reports"))
    def reports(self, user: User) -> str:
        return link("games_report_changelist", cast("Any", user).report_total, user__id__exact=user.pk)

    @admin.display(description=_("measures"))
    def measures(self, user: User) -> str:
        return link("accounts_measure_changelist", user.measures.count(), user__id__exact=user.pk)

    @admin.display(description=_("audit trail"))
    def trail(self, user: User) -> str:
        return link("accounts_auditentry_changelist", _("what was done to this account"), subject__id__exact=user.pk)

    @admin.display(description=_("games"))
    def games(self, user: User) -> str:
        return link("games_game_changelist", _("games of this player"), q=user.username)

    @admin.display(description=_("password"))
    def password_link(self, user: User) -> str:
        return link("auth_user_password_change", _("set a new one"), user.pk)

    # --- what is done ----------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        opening = path("<int:user_id>/case/", self.admin_site.admin_view(self.open_case), name="accounts_user_case")
        closing = path("<int:user_id>/close/", self.admin_site.admin_view(self.close), name="accounts_user_close")
        return [opening, closing, *super().get_urls()]

    def open_case(self, request: HttpRequest, user_id: int) -> HttpResponse:
        """Look after somebody whom nobody has reported."""
        user = User.objects.filter(pk=user_id).first()
        if user is None or request.method != "POST":
            raise Http404
        if not (may_act(request.user) and may_moderate(request.user, user)):
            raise PermissionDenied
        case = open_case(actor=request.user, user=user, now=timezone.now())
        return redirect("admin:accounts_case_change", case.pk)

    def close(self, request: HttpRequest, user_id: int) -> HttpResponse:
        """Delete an account for somebody who cannot sign in to ask for it: closed now, forgotten after the grace."""
        user, now = User.objects.filter(pk=user_id, deleted_at=None).first(), timezone.now()
        if user is None or request.method != "POST":
            raise Http404
        if not may_close(request, user):
            raise PermissionDenied
        with transaction.atomic():
            ask_deletion(user=user, now=now)
            write_down(request, AuditEntry.Action.DELETION_BEGUN, user, {})
        self.message_user(request, _("The account is closed, and will be deleted."), messages.SUCCESS)
        return redirect("admin:accounts_user_change", user.pk)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.get_object(request, object_id)
        may = user is not None and may_act(request.user) and may_moderate(request.user, user)
        closes = user is not None and may_close(request, user)
        shown = {"may_moderate": may, "may_close": closes, "grace": GRACE.days}
        kwargs["extra_context"] = {**(kwargs.get("extra_context") or {}), **shown}
        return super().change_view(request, object_id, *args, **kwargs)

    def history_view(self, _request: HttpRequest, object_id: str, _extra: Any = None) -> HttpResponse:
        address = reverse("admin:accounts_auditentry_changelist", query={"subject__id__exact": object_id})
        return HttpResponseRedirect(address)

    # --- writing it down -------------------------------------------------------------------------

    def construct_change_message(self, _request: HttpRequest, form: BaseForm, *_args: Any) -> Any:
        """Which fields, and of rights their new value; never the value of anything else."""
        changed = form.changed_data
        rights = {name: form.cleaned_data[name] for name in FLAGS if name in changed}
        return {"fields": changed, **rights}

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """In our trail instead of Django's, which keeps names."""
        return write_down(request, AuditEntry.Action.USER_CHANGED, obj, message)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return write_down(request, AuditEntry.Action.USER_ADDED, obj, message)


def write_down(request: HttpRequest, action: str, user: User, message: dict[str, Any]) -> AuditEntry:
    return record(actor=cast("User", request.user), action=action, subject=user, now=timezone.now(), **message)


def may_close(request: HttpRequest, user: User) -> bool:
    """Operators leave by their own account's page, and accounts close once."""
    return is_operator(request) and user.is_active and not user.is_superuser and user.deletion_due is None


def is_operator(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)
