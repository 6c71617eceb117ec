from typing import Any, cast

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.api.me import fields
from accounts.api.users import find_user
from accounts.models import Block, User
from accounts.services.blocks import blocks_of, unblock
from games.selectors import moment
from games.services.blocking import block

SOMEBODY = OpenApiExample("Somebody", {"name": "bruno"}, request_only=True)


class BlocksView(APIView):
    permission_classes = [IsAuthenticated]
    refusals = {"POST": ("too_many", "not_found")}

    @extend_schema(
        operation_id="list_blocks", summary="Everybody whom you have blocked", responses=schemas.Blocked(many=True)
    )
    def get(self, request: Request) -> Response:
        return Response([block_data(one) for one in blocks_of(cast("User", request.user))])

    @extend_schema(
        operation_id="block_user",
        summary="Block somebody",
        description="No invitations, no talk and no common tables any more, both ways. They are not told, and games "
        "that run go on. Blocking twice changes nothing.",
        request=schemas.NewBlock,
        responses={201: schemas.Blocked},
        examples=[SOMEBODY],
    )
    def post(self, request: Request) -> Response:
        user, name = cast("User", request.user), fields(request).get("name")
        if not isinstance(name, str) or not name:
            raise ValidationError(_("Say whom: name is a text."))
        other = find_user(name)
        block(user=user, other=other, now=timezone.now())
        return Response(block_data(blocks_of(user).get(blocked=other)), 201)


class BlockView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="unblock_user",
        summary="Unblock somebody",
        request=None,
        responses={204: OpenApiResponse(description="You may meet again.")},
    )
    def delete(self, request: Request, name: str) -> Response:
        other = User.objects.filter(username__iexact=name).first()
        if other is None or not unblock(user=cast("User", request.user), other=other):
            raise Http404
        return Response(status=204)


def block_data(block: Block) -> dict[str, Any]:
    return {"name": block.blocked.username, "at": moment(block.at)}
