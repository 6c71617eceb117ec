"""Who signs in: by name, or by the e-mail address that they have confirmed."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.services.addresses import holder_of


class NameOrAddress(AuthenticationBackend):
    """One look-up and one password to check, whoever is asked for, so that the time taken tells nothing."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:
        user = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied  # no other backend is to try
        return user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:  # noqa: ARG002
        login = credentials.get("username") or credentials.get("email") or ""
        return self._check_password(find(login), credentials.get("password") or "")


def find(login: str) -> User | None:
    """A name goes before an address: some accounts that operators made are named like one."""
    named = User.objects.filter(username__iexact=login).first()
    return named or (holder_of(login) if "@" in login else None)
