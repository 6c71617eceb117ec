import hashlib
from uuid import UUID

from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.services.counting import address_of
from games import selectors
from games.api import examples, schemas
from games.api.filters import PARAMETERS, filtered
from games.api.paging import Paging
from games.api.reading import body, link_of, proposed_seed, reader_of, user_of
from games.models import Game
from games.models.game import Reader
from games.services import lobby
from games.services.table import Table, load_table
from games.services.wishes import read_wish

FORMAT = 3
"""Goes up when the same game is written differently, so that nobody keeps the old form."""

LINK = OpenApiParameter("link", str, description="The secret link of a private game.")


class GamesView(APIView):
    throttle_scope = "tables"
    refusals = {"GET": ("not_found",), "POST": ("too_many", "not_for_guests")}

    @extend_schema(
        operation_id="list_games",
        summary="The games that you may see, newest first",
        parameters=PARAMETERS,
        responses=schemas.GamePage,
    )
    def get(self, request: Request) -> Response:
        reader, paging = reader_of(request), Paging()
        page = paging.paginate_queryset(selectors.listed(filtered(request)), request, view=self) or []
        return paging.get_paginated_response(
            [selectors.summary(game, sorted(game.players.all(), key=selectors.by_seat), reader) for game in page]
        )

    @extend_schema(
        operation_id="create_game",
        summary="Lay out a table",
        description="It starts by itself once the last seat is taken.",
        request=schemas.NewGame,
        responses={201: schemas.Game},
        examples=[examples.NEW_GAME],
    )
    def post(self, request: Request) -> Response:
        user, data = user_of(request), body(request)
        data.setdefault("client_seed", proposed_seed())
        game = lobby.create_table(
            host=user, wish=read_wish(data), now=timezone.now(), address=address_of(request._request)
        )
        return created(game, user)


class GameView(APIView):
    @extend_schema(
        operation_id="get_game",
        summary="The game as you may see it",
        description="Send the ETag of the last answer as `If-None-Match`, and an unchanged game is a 304.",
        parameters=[
            LINK,
            OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER),
            OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[200]),
        ],
        responses={200: schemas.Game, 304: OpenApiResponse(description="You have seen all of it.")},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        reader = reader_of(request)
        table = selectors.find_table(game_id, reader, link_of(request))
        tag = etag(table, reader)
        known = [seen.removeprefix("W/") for seen in parse_etags(request.headers.get("If-None-Match", ""))]
        if tag in known or "*" in known:
            return HttpResponseNotModified(headers={"ETag": tag})
        return Response(selectors.game_data(table, reader), headers={"ETag": tag})


def etag(table: Table, reader: Reader) -> str:
    """Changes with all that this reader can see; people are renamed or go away without their games being touched."""
    game = table.game
    people = [
        (player.name, selectors.away_data(player), selectors.rating_data(player, game, reader))
        for player in table.players
    ]
    seen = f"{FORMAT} {game.pk} {game.revision} {game.rating_due} {reader.pk} {people}"
    return f'"{hashlib.sha256(seen.encode()).hexdigest()[:32]}"'


def shown(game: Game, reader: Reader) -> Response:
    """A game after something was done to it."""
    return Response(selectors.game_data(load_table(game), reader))


def created(game: Game, reader: Reader) -> Response:
    response = shown(game, reader)
    response.status_code = 201
    response["Location"] = reverse("api:game", args=[game.pk])
    return response
