"""Which games a list shows: one function a parameter."""

from collections.abc import Callable

from django.db.models import Exists, F, OuterRef, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games import selectors
from games.api import paging
from games.api.reading import flag, number, user_of
from games.clock.paces import DAYS_A_TURN
from games.engine.registry import RULES
from games.engine.rules import Malformed, _
from games.models import Game, Player

Games = QuerySet[Game]
MODES = sorted({mode for rules in RULES.values() for mode in rules.variants})
NO_PACE, BANK = "none", "bank"
PACES = [*map(str, DAYS_A_TURN), BANK, NO_PACE]


def mine(games: Games, request: Request) -> Games:
    return games.filter(selectors.sits(user_of(request))) if flag(request, "mine") else games


def status(games: Games, request: Request) -> Games:
    found = chosen(request, "status", Game.Status.values)
    return games.filter(status=found) if found else games


def to_move(games: Games, request: Request) -> Games:
    """Most urgent first."""
    if not chosen(request, "to_move", ["me"]):
        return games
    waiting = games.filter(status=Game.Status.ACTIVE, mover=user_of(request))
    return waiting.order_by(F("deadline").asc(nulls_last=True), "pk")


def rules(games: Games, request: Request) -> Games:
    found = chosen(request, "rules", list(RULES))
    return games.filter(rules_key=found) if found else games


def pace(games: Games, request: Request) -> Games:
    found = chosen(request, "pace", PACES)
    if not found:
        return games
    if found == BANK:
        return games.filter(pace__has_key=BANK)
    return games.filter(pace={}) if found == NO_PACE else games.filter(pace__days=int(found))


def user(games: Games, request: Request) -> Games:
    """Somebody's games, and of these the ones with this result for them."""
    name, result = request.query_params.get("user", ""), chosen(request, "outcome", Player.Outcome.values)
    if not name:
        if result:
            raise Malformed(_("outcome goes with user: say whose."))
        return games
    theirs = Player.objects.filter(game=OuterRef("pk"), user__username__iexact=name, user__is_active=True)
    return games.filter(Exists(theirs.filter(outcome=result) if result else theirs))


def mode(games: Games, request: Request) -> Games:
    found = chosen(request, "mode", MODES)
    return games.filter(mode=found) if found else games


def seats(games: Games, request: Request) -> Games:
    found = number(request, "seats")
    return games.filter(seats=found) if found else games


def rated(games: Games, request: Request) -> Games:
    return games.filter(rated=flag(request, "rated")) if request.query_params.get("rated") else games


def open_for(games: Games, request: Request) -> Games:
    return selectors.open_for(games, user_of(request)) if chosen(request, "open_for", ["me"]) else games


def chosen(request: Request, name: str, values: list[str]) -> str:
    """One of these values; nothing at all means no filter."""
    value = request.query_params.get(name, "")
    if value and value not in values:
        raise Malformed(_("{key} is one of {values}."), key=name, values=", ".join(values))
    return value


FILTERS: tuple[Callable[[Games, Request], Games], ...] = (
    *(mine, user, status, to_move, rules, mode, seats, rated, pace, open_for),
)

PARAMETERS = [
    OpenApiParameter("mine", bool, description="Only games in which you hold a seat."),
    OpenApiParameter("user", str, description="Only games in which somebody of this name holds a seat."),
    OpenApiParameter("outcome", enum=Player.Outcome.values, description="With `user`: only games that they won, say."),
    OpenApiParameter("status", enum=Game.Status.values),
    OpenApiParameter("to_move", enum=["me"], description="Only games that wait for you, most urgent first."),
    OpenApiParameter("rules", enum=list(RULES)),
    OpenApiParameter("mode", enum=MODES),
    OpenApiParameter("seats", int, description="How many play."),
    OpenApiParameter("rated", bool),
    OpenApiParameter("pace", enum=PACES, description="Days a turn, a time bank, or none."),
    OpenApiParameter("open_for", enum=["me"], description="Only tables at which you can take a seat now."),
    *paging.PARAMETERS,
]


def filtered(request: Request) -> Games:
    games = selectors.visible_games(request.user)
    for narrow in FILTERS:
        games = narrow(games, request)
    return games
