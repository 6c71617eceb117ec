from typing import Any, cast

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.api.me import fields
from accounts.api.session import insist_on_session
from accounts.models import ApiToken, User
from accounts.services.tokens import live_tokens, make_token, revoke_token
from games.selectors import moment


class TokensView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "tokens"
    refusals = {"POST": ("session_required", "too_many", "not_for_guests")}

    @extend_schema(operation_id="list_tokens", summary="Your tokens", responses=schemas.Token(many=True))
    def get(self, request: Request) -> Response:
        return Response([token_data(token) for token in live_tokens(cast("User", request.user))])

    @extend_schema(
        operation_id="make_token",
        summary="Make a token",
        description="Needs a session: a token cannot make another one.",
        request=schemas.NewToken,
        responses={201: schemas.MadeToken},
    )
    def post(self, request: Request) -> Response:
        insist_on_session(request)
        name = fields(request).get("name")
        if not isinstance(name, str):
            raise ValidationError(_("A token needs a name."))
        token, text = make_token(user=cast("User", request.user), name=name)
        return Response({**token_data(token), "token": text}, 201, headers={"Cache-Control": "no-store"})


class TokenView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="revoke_token",
        summary="Revoke a token",
        request=None,
        responses={204: OpenApiResponse(description="It is worth nothing from now on.")},
    )
    def delete(self, request: Request, token_id: int) -> Response:
        if not revoke_token(user=cast("User", request.user), token_id=token_id):
            raise Http404
        return Response(status=204)


def token_data(token: ApiToken) -> dict[str, Any]:
    return {
        "id": token.pk,
        "name": token.name,
        "created_at": moment(token.created_at),
        "last_used_at": moment(token.last_used_at),
    }
