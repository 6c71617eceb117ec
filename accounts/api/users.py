from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schemas
from accounts.models import User
from games import selectors


class UserView(APIView):
    @extend_schema(operation_id="get_user", summary="A public profile", responses=schemas.Profile)
    def get(self, request: Request, name: str) -> Response:  # noqa: ARG002
        user = find_user(name)
        return Response(
            {
                "name": user.username,
                "member_since": selectors.moment(user.date_joined),
                "games_played": selectors.games_played(user),
            }
        )


class RatingsView(APIView):
    @extend_schema(operation_id="get_ratings", summary="Rating history", responses=schemas.RatingHistory)
    def get(self, request: Request, name: str) -> Response:  # noqa: ARG002
        return Response({"name": find_user(name).username, "ratings": {}})


def find_user(name: str) -> User:
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        raise Http404
    return user
