"""How somebody's ratings went."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.api.users import find_user
from games import selectors
from games.engine.registry import RULES
from games.models import Pool
from games.selectors import Point

POINTS = 500
"""Of each history in an answer: the latest, oldest first."""

EXAMPLE = OpenApiExample(
    "After two games",
    {
        "name": "ada",
        "pool": "people",
        "ratings": {
            "genial": [
                {
                    "at": "2026-11-18T08:00:00Z",
                    "rating": 1579,
                    "spread": 474,
                    "provisional": True,
                    "change": 79,
                    "game": "5b3ffb5e-2f6c-4c55-9d3a-1f0c3b2a9d10",
                },
                {
                    "at": "2026-11-20T19:30:00Z",
                    "rating": 1561,
                    "spread": 452,
                    "provisional": True,
                    "change": -18,
                    "game": "0d9b5a52-91a5-4d3e-8a66-0b8a3c1a7e44",
                },
            ]
        },
    },
    response_only=True,
)


class RatingsView(APIView):
    refusals = {"GET": ("malformed",)}

    @extend_schema(
        operation_id="get_ratings",
        summary="Rating history",
        description=(
            f"By rules, oldest first; at most the latest {POINTS} points of each. "
            "Who keeps their ratings private is answered for as if they had none, except to themselves."
        ),
        parameters=[
            OpenApiParameter("pool", enum=Pool.values, description="Games among people (default), or with bots."),
            OpenApiParameter("rules", enum=list(RULES), description="Only these."),
            OpenApiParameter("before", datetime, description="Only games that ended before this moment."),
        ],
        responses=schemas.RatingHistory,
        examples=[EXAMPLE],
    )
    def get(self, request: Request, name: str) -> Response:
        user = find_user(name)
        pool = one_of(request, "pool", Pool.values) or Pool.PEOPLE.value
        rules, before = one_of(request, "rules", list(RULES)), moment_of(request, "before")
        histories = {
            key: selectors.latest_points(user, request.user, key, pool, POINTS, before)
            for key in RULES
            if rules in ("", key)
        }
        ratings = {key: [point_data(point) for point in found] for key, found in histories.items() if found}
        return Response({"name": user.username, "pool": pool, "ratings": ratings})


def point_data(point: Point) -> dict[str, Any]:
    return {
        "at": selectors.moment(point.at),
        "rating": point.rating,
        "spread": point.spread,
        "provisional": point.provisional,
        "change": point.change,
        "game": str(point.game_id),
    }


def one_of(request: Request, key: str, values: list[str]) -> str:
    value = request.query_params.get(key, "")
    if value and value not in values:
        raise ValidationError(_("%(key)s is one of %(values)s.") % {"key": key, "values": ", ".join(values)})
    return value


def moment_of(request: Request, key: str) -> datetime | None:
    sent = request.query_params.get(key, "")
    if not sent:
        return None
    try:
        at = parse_datetime(sent.replace(" ", "+"))
    except ValueError:
        at = None
    if at is None:
        raise ValidationError(_("%(key)s is a moment such as 2026-11-18T08:00:00Z.") % {"key": key})
    return at if timezone.is_aware(at) else at.replace(tzinfo=timezone.get_default_timezone())
