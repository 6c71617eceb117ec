"""Turns: what may be played, what it would bring, playing it, and the log."""

import re
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import selectors
from games.api import examples, schemas
from games.api.games import LINK
from games.api.reading import body, drafted, link_of, number, reader_of, user_of, whole_number
from games.engine.rules import Malformed, _
from games.services.play import Sent, submit_turn


class LegalView(APIView):
    permission_classes = [IsAuthenticated]
    refusals = {"GET": ("not_a_player", "game_over", "illegal", "turn_over")}

    @extend_schema(
        operation_id="list_legal_actions",
        summary="What you may do now, or next in a turn that you draft",
        parameters=[OpenApiParameter("actions", str, description="The draft so far, a list of actions as JSON.")],
        responses=schemas.Legal,
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        table = selectors.find_table(game_id, user)
        return Response(selectors.legal_actions(table, user, drafted(self, request)))


class PreviewView(APIView):
    refusals = {"POST": ("not_a_player", "not_open", "game_over", "not_your_turn", "illegal", "turn_over")}

    @extend_schema(
        operation_id="preview_turn",
        summary="What a draft would bring",
        description="Nothing is drawn and nothing is stored.",
        request=schemas.Draft,
        responses=schemas.Preview,
        examples=[examples.DRAFT],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        table = selectors.find_table(game_id, user)
        return Response(selectors.preview(table, user, body(request).get("actions")))


class MovesView(APIView):
    refusals = {
        "POST": (
            "not_a_player",
            "not_open",
            "game_over",
            "stale",
            "not_your_turn",
            "illegal",
            "turn_incomplete",
            "turn_over",
        )
    }

    @extend_schema(
        operation_id="list_moves",
        summary="The public log",
        parameters=[OpenApiParameter("after", int, description="Only moves with a higher number."), LINK],
        responses=schemas.Move(many=True),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        table = selectors.find_table(game_id, reader_of(request), link_of(request))
        return Response(selectors.moves_after(table.game, number(request, "after")))

    @extend_schema(
        operation_id="play_turn",
        summary="Play a whole turn on the game as it stood at a version",
        description="Sent again with the same `Idempotency-Key` within 24 hours, it gets the first answer again.",
        parameters=[
            OpenApiParameter(
                "Idempotency-Key", str, OpenApiParameter.HEADER, description="1 to 255 printable ASCII characters."
            )
        ],
        request=schemas.Turn,
        responses={201: schemas.Game},
        examples=[examples.TURN],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user, data = user_of(request), body(request)
        version = whole_number(data, "version")
        if not isinstance(data.get("actions"), list):
            raise Malformed(_("A turn is a list of actions."))
        sent = Sent(version, data["actions"], idempotency_key(request))
        return Response(submit_turn(game_id=game_id, user=user, sent=sent, now=timezone.now()), 201)


def idempotency_key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if not re.fullmatch(r"[ -~]{0,255}", key):
        raise Malformed(_("An Idempotency-Key is up to 255 printable ASCII characters."))
    return key
