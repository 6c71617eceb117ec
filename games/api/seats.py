"""Taking a seat, and giving it up."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import schemas
from games.api.games import created, shown
from games.api.reading import body, link_of, proposed_seed, text, user_of
from games.services import departures, lobby
from games.services.wishes import read_client_seed


class JoinView(APIView):
    refusals = {"POST": ("not_open", "full", "not_for_guests")}

    @extend_schema(
        operation_id="join_game",
        summary="Take a seat: one that is kept for you, or an open one",
        request=schemas.Join,
        responses=schemas.Game,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user, data = user_of(request), body(request)
        game = lobby.join(
            game_id=game_id,
            user=user,
            client_seed=seed_in(data),
            link=text(data, "link") or link_of(request),
            now=timezone.now(),
        )
        return shown(game, user)


class LeaveView(APIView):
    refusals = {"POST": ("not_a_player", "not_open")}

    @extend_schema(
        operation_id="leave_game",
        summary="Get up before the game has started, or decline an invitation",
        description="A table whose host leaves is cancelled.",
        request=None,
        responses=schemas.Game,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        return shown(lobby.leave(game_id=game_id, user=user, now=timezone.now()), user)


class KickView(APIView):
    refusals = {"POST": ("not_the_host", "not_open")}

    @extend_schema(
        operation_id="kick_player",
        summary="Free somebody's seat at your table, or take an invitation back",
        request=schemas.Kick,
        responses=schemas.Game,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        return shown(lobby.kick(game_id=game_id, host=user, name=text(body(request), "name")), user)


class CancelView(APIView):
    refusals = {"POST": ("not_the_host", "not_open")}

    @extend_schema(
        operation_id="cancel_game", summary="Call your table off before it starts", request=None, responses=schemas.Game
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        return shown(lobby.cancel(game_id=game_id, host=user, now=timezone.now()), user)


class ResignView(APIView):
    refusals = {"POST": ("not_a_player", "not_open", "game_over", "illegal")}

    @extend_schema(
        operation_id="resign_game",
        summary="Give up",
        description="With three or four players a bot sits in and the game goes on.",
        request=None,
        responses=schemas.Game,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        return shown(departures.resign(game_id=game_id, user=user, now=timezone.now()), user)


class TakeBackView(APIView):
    refusals = {"POST": ("not_a_player", "not_open", "game_over", "illegal")}

    @extend_schema(
        operation_id="take_seat_back",
        summary="Take your seat back from the bot that sits in after your time ran out",
        request=None,
        responses=schemas.Game,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        return shown(departures.take_back(game_id=game_id, user=user, now=timezone.now()), user)


class RematchView(APIView):
    throttle_scope = "tables"
    refusals = {"POST": ("not_a_player", "not_open", "full", "too_many", "not_for_guests")}

    @extend_schema(
        operation_id="play_again",
        summary="The same table again",
        description="Who asks first lays it out and invites the others, who join by asking, too.",
        request=schemas.Rematch,
        responses={201: schemas.Game},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = user_of(request)
        game = lobby.rematch(game_id=game_id, user=user, client_seed=seed_in(body(request)), now=timezone.now())
        return created(game, user)


def seed_in(data: dict[str, object]) -> str:
    return read_client_seed(data.get("client_seed", proposed_seed()))
