from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from .models import ApiToken, User

admin.site.register(User, UserAdmin)


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """To look and to delete; tokens are made by those who use them."""

    list_display = ["name", "user", "created_at", "last_used_at", "revoked_at"]
    list_select_related = ["user"]
    search_fields = ["name", "user__username"]
    readonly_fields = ["user", "name", "created_at", "last_used_at", "revoked_at"]  # all but the hash
    fields = (*readonly_fields,)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False
