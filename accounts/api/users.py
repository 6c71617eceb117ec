from dataclasses import asdict
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.models import User
from games import selectors
from games.models import Rating
from games.selectors.people import Results, results_of


class UserView(APIView):
    @extend_schema(operation_id="get_user", summary="A public profile", responses=schemas.Profile)
    def get(self, request: Request, name: str) -> Response:
        user = find_user(name)
        return Response(
            {
                "name": user.username,
                "about": user.about,
                "guest": user.is_guest,
                "member_since": selectors.moment(user.date_joined),
                "games_played": selectors.games_played(user),
                "results": results_data(results_of(user, request.user)),
                "ratings": [rating_data(rating) for rating in selectors.ratings_of(user, request.user)],
            }
        )


def results_data(results: Results) -> list[dict[str, Any]]:
    return [
        {"rules": rules_key, "mode": mode, "seats": seats, **asdict(tally)}
        for (rules_key, mode, seats), tally in results.by_way.items()
    ]


def rating_data(rating: Rating) -> dict[str, Any]:
    return {
        "rules": rating.rules_key,
        "pool": rating.pool,
        "rating": rating.rating,
        "spread": rating.spread,
        "provisional": rating.provisional,
        "games": rating.games,
        "last_at": selectors.moment(rating.last_at),
    }


def find_user(name: str) -> User:
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        raise Http404
    return user
