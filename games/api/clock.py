"""What is on the clocks of a game, and more time for whoever is to move."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import selectors
from games.api import schemas
from games.api.games import LINK, shown
from games.api.reading import body, link_of, reader_of, user_of, whole_number
from games.services import more_time


class ClockView(APIView):
    @extend_schema(
        operation_id="get_clock",
        summary="The clocks of a game and every change of them",
        description="Answers why a deadline is when it is, and why somebody ran out of time.",
        parameters=[LINK],
        responses=schemas.Clock,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(selectors.clock_data(selectors.find_table(game_id, reader_of(request), link_of(request))))


class MoreTimeView(APIView):
    refusals = {"POST": ("not_a_player", "not_your_turn", "not_open", "stale", "game_over", "too_many")}

    @extend_schema(
        operation_id="give_more_time",
        summary="Give whoever is to move another day",
        description=f"For opponents, not for partners; at most {more_time.MOST_A_TURN} times a turn.",
        request=schemas.MoreTime,
        responses=schemas.Game,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user, data = user_of(request), body(request)
        game = more_time.give_a_day(
            game_id=game_id,
            user=user,
            version=whole_number(data, "version"),
            given=whole_number(data, "given") if "given" in data else None,
            now=timezone.now(),
        )
        return shown(game, user)
