"""Leaderboards."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import selectors
from games.api import paging, schemas
from games.api.filters import chosen
from games.api.paging import Paging
from games.engine.registry import RULES
from games.models import Pool, Rating
from games.rating.scale import LISTED_FROM
from games.selectors.leaderboards import ACTIVE

EXAMPLE = OpenApiExample(
    "One who is listed",
    {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "place": 1,
                "name": "ada",
                "bot": None,
                "rating": 1723,
                "spread": 184,
                "games": 61,
                "last_at": "2026-11-18T08:00:00Z",
            }
        ],
    },
    response_only=True,
)


class LeaderboardView(APIView):
    refusals = {"GET": ("malformed", "not_found")}

    @extend_schema(
        operation_id="get_leaderboard",
        summary="The best by rating",
        description=(
            f"Those with a rating that is sure enough, at least {LISTED_FROM} games that counted and one in the last "
            f"{ACTIVE.days} days. Who keeps their ratings private is not listed."
        ),
        parameters=[
            OpenApiParameter("rules", enum=list(RULES), location=OpenApiParameter.PATH),
            OpenApiParameter("pool", enum=Pool.values, description="Games among people (default), or with bots."),
            *paging.PARAMETERS,
        ],
        responses=schemas.Leaderboard,
        examples=[EXAMPLE],
    )
    def get(self, request: Request, rules: str) -> Response:
        if rules not in RULES:
            raise Http404
        pool = chosen(request, "pool", Pool.values) or Pool.PEOPLE.value
        pages = Paging()
        found = pages.paginate_queryset(selectors.leaderboard(rules, pool, timezone.now()), request, view=self) or []
        first = pages.page.start_index() if pages.page else 1
        return pages.get_paginated_response([row_data(rating, first + at) for at, rating in enumerate(found)])


def row_data(rating: Rating, place: int) -> dict[str, Any]:
    return {
        "place": place,
        "name": rating.name,
        "bot": rating.bot or None,
        "rating": rating.rating,
        "spread": rating.spread,
        "games": rating.games,
        "last_at": selectors.moment(rating.last_at),
    }
