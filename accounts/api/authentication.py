from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.models import User
from accounts.services.standing import refusal
from accounts.services.tokens import user_of_token


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; who sends another scheme or none may have a session."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        scheme, _blank, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        user = user_of_token(token.strip())
        if user is None:
            raise AuthenticationFailed(_("This token is unknown or was revoked."))
        if turned_away := refusal(user, timezone.now()):
            raise PermissionDenied(turned_away.sentence, code=turned_away.code)
        return user, None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return 'Bearer realm="api"'
