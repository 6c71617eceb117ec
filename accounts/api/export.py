from typing import Any, cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.models import Export, User
from accounts.services.exports import making
from games.engine.rules import _
from games.selectors import moment
from games.services.refusals import Unknown


class ExportView(APIView):
    permission_classes = [IsAuthenticated]
    refusals = {"GET": ("not_found",)}

    @extend_schema(
        operation_id="get_export",
        summary="How far the file with your data is",
        description="The newest one. It can be downloaded on the site, at `/account/data/`; a token does not open it.",
        responses=schemas.Export,
    )
    def get(self, request: Request) -> Response:
        export = making.newest(cast("User", request.user))
        if export is None:
            raise Unknown(_("You have not asked for your data, or the file has been deleted."))
        return Response(export_data(export))

    @extend_schema(
        operation_id="ask_for_export",
        summary="Have your data packed",
        description=(
            "A ZIP file with all that the site keeps of you, once a day. While one is being packed, asking again "
            "changes nothing and answers how far it is."
        ),
        request=None,
        responses={202: schemas.Export},
    )
    def post(self, request: Request) -> Response:
        return Response(export_data(making.ask(user=cast("User", request.user), now=timezone.now())), 202)


def export_data(export: Export) -> dict[str, Any]:
    return {
        "state": export.state,
        "done": export.done,
        "total": export.total,
        "asked_at": moment(export.asked_at),
        "ready_at": moment(export.ready_at),
        "expires_at": moment(export.expires_at),
        "size": export.size if export.state == Export.State.READY else None,
    }
