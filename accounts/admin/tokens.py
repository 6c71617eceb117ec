from typing import cast

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin.looking import ReadOnly
from accounts.models import ApiToken, AuditEntry, User
from accounts.services.audit import record
from accounts.services.tokens import revoke_token


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    """To look and to revoke; tokens are made by those who use them."""

    actions = ["revoke"]
    list_display = ["name", "user", "created_at", "last_used_at", "revoked_at"]
    list_filter = [("revoked_at", admin.EmptyFieldListFilter)]
    list_select_related = ["user"]
    search_fields = ["name", "user__username"]
    fields = ["user", "name", "created_at", "last_used_at", "revoked_at"]  # all but the hash

    @admin.action(description=_("Revoke the selected tokens"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        with transaction.atomic():
            for token in tokens.select_related("user"):
                if revoke_token(user=token.user, token_id=token.pk):
                    action = AuditEntry.Action.TOKEN_REVOKED
                    record(actor=actor, action=action, subject=token.user, now=now, token=token.pk)
        self.message_user(request, _("They are worth nothing from now on."), messages.SUCCESS)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)
