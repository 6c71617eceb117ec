from typing import Any, cast

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.api.session import insist_on_proof, insist_on_session
from accounts.models import User
from accounts.services.account import change_account
from accounts.services.addresses import is_confirmed, waiting_address
from games.selectors import moment


class MeView(APIView):
    permission_classes = [IsAuthenticated]
    refusals = {"PATCH": ("session_required", "proof_required")}

    @extend_schema(operation_id="get_me", summary="Your own account", responses=schemas.Me)
    def get(self, request: Request) -> Response:
        return Response(me(cast("User", request.user)))

    @extend_schema(
        operation_id="change_me",
        summary="Change your account",
        description=(
            "The e-mail address can be changed with a session only, soon after its owner has signed in: whoever has it "
            "can get the account. A new one waits in `email_waiting` until the link in the mail to it is opened."
        ),
        request=schemas.MeChanges,
        responses=schemas.Me,
    )
    def patch(self, request: Request) -> Response:
        changes = fields(request)
        if "email" in changes:
            insist_on_session(request)
            insist_on_proof(request)
        return Response(me(change_account(user=cast("User", request.user), changes=changes)))


def me(user: User) -> dict[str, Any]:
    waiting = waiting_address(user)
    return {
        "name": user.username,
        "email": user.email,
        "email_confirmed": is_confirmed(user),
        "email_waiting": waiting.email if waiting else "",
        "time_zone": user.time_zone,
        "language": user.language,
        "ratings_private": user.ratings_private,
        "member_since": moment(user.date_joined),
    }


def fields(request: Request) -> dict[str, Any]:
    """What was sent; nothing counts as an empty object."""
    data = request.data or {}
    if not isinstance(data, dict):
        raise ValidationError(_("Send a JSON object."))
    return dict(data)
