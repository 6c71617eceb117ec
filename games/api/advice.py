"""Hints for the turn that one is to play, and the review of a game that is over."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import selectors
from games.api import schemas
from games.api.games import LINK
from games.api.reading import link_of, reader_of, user_of
from games.services import advice


class HintView(APIView):
    permission_classes = [IsAuthenticated]
    refusals = {
        "GET": ("not_a_player", "not_found"),
        "POST": ("not_a_player", "not_open", "game_over", "not_your_turn", "no_hints", "too_many"),
    }

    @extend_schema(
        operation_id="get_hint",
        summary="The hint that you asked for this turn",
        responses=schemas.Hint,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        return Response(selectors.hint_data(selectors.hint_for(selectors.find_table(game_id, user), user)))

    @extend_schema(
        operation_id="ask_for_hint",
        summary="Ask a bot what it would play in your place",
        description="In games that are not rated. A bot thinks of it from what you see; look again with GET.",
        request=None,
        responses={202: schemas.Hint},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        hint = advice.ask_for_hint(game_id=game_id, user=user_of(request), now=timezone.now())
        return Response(selectors.hint_data(hint), 202)


class ReviewView(APIView):
    refusals = {"GET": ("not_found",), "POST": ("not_over", "too_many")}

    @extend_schema(
        operation_id="get_review",
        summary="What each turn of a finished game was worth",
        parameters=[LINK],
        responses=schemas.Review,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        table = selectors.find_table(game_id, reader_of(request), link_of(request))
        return Response(selectors.review_data(selectors.review_of(table.game)))

    @extend_schema(
        operation_id="ask_for_review",
        summary="Have a finished game reviewed",
        description="It is made in the background; look again with GET. Asking twice makes it once.",
        parameters=[LINK],
        request=None,
        responses={202: schemas.Review},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        review = advice.ask_for_review(game_id=game_id, user=user, link=link_of(request), now=timezone.now())
        return Response(selectors.review_data(review), 202)
