from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request


def insist_on_session(request: Request) -> None:
    """A token must not be able to make itself last: not by another token, and not by another address."""
    if not isinstance(request.successful_authenticator, SessionAuthentication):
        raise PermissionDenied(_("Sign in for this; a token is not enough."), code="session_required")


def insist_on_proof(request: Request) -> None:
    """The same as the pages: what keeps an account safe is changed only by whoever has just shown who they are."""
    if is_reauthentication_required(request._request, app="allauth.account"):
        raise PermissionDenied(_("Prove first that it is you: sign in again."), code="proof_required")
