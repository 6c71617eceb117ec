from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request


def insist_on_session(request: Request) -> None:
    """A token must not be able to make itself last: not by another token, and not by another address."""
    if not isinstance(request.successful_authenticator, SessionAuthentication):
        raise PermissionDenied(_("Sign in for this; a token is not enough."), code="session_required")
