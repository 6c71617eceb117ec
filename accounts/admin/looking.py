"""What the pages of this app share."""

from typing import Any, TypeGuard

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.services.roles import MODERATE

HIDDEN = {"password", "email", "digest", "sessions_ended"}
"""Fields that lists may not be filtered by: an answer of yes or no gives them away."""


class ReadOnly(admin.ModelAdmin):
    """To look at; nothing is added, changed or deleted by way of Django's forms."""

    actions: Any = None

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not HIDDEN.intersection(lookup.split("__")) and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, *_args: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        return False


def may_act(user: Any) -> TypeGuard[User]:
    return isinstance(user, User) and user.is_active and user.has_perm(MODERATE)


def link(name: str, text: object, *args: object, **query: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{name}", args=args, query=query or None), text)
