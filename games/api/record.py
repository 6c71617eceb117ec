from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import selectors
from games.api import schemas
from games.api.games import LINK
from games.api.reading import link_of, reader_of
from games.models import Game


class RecordView(APIView):
    refusals = {"GET": ("not_a_player",)}

    @extend_schema(
        operation_id="get_record",
        summary="The record, `genial-record/1`",
        description="For players at any time, with the secret once the game has ended; then for everybody else, too.",
        parameters=[LINK],
        responses=schemas.Record,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        reader = reader_of(request)
        table = selectors.find_table(game_id, reader, link_of(request))
        record = selectors.record_for(table, reader)
        return Response(record, headers={"Content-Disposition": f'attachment; filename="{file_name(table.game)}"'})


def file_name(game: Game) -> str:
    began = game.started_at or game.created_at
    return f"{game.rules_key}-{game.mode}-{began:%Y-%m-%d}-{str(game.pk)[:8]}.json"
