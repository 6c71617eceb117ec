from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import selectors
from games.api import schemas
from games.api.reading import reader_of


class SeriesView(APIView):
    @extend_schema(
        operation_id="get_series",
        summary="Games of the same players, counted together",
        responses=schemas.Series,
    )
    def get(self, request: Request, series_id: UUID) -> Response:
        reader = reader_of(request)
        series, games = selectors.find_series(series_id, reader)
        return Response(selectors.series_data(series, games, reader))
