"""What the frame of every page shows: the count of the reader's turns, and where the source is."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games import selectors


def context(request: HttpRequest) -> dict[str, object]:
    return {"my_turns": SimpleLazyObject(lambda: turn_count(request)), "source": settings.SOURCE_URL}


def turn_count(request: HttpRequest) -> int:
    """Asked for once, and only on pages that show it."""
    user = getattr(request, "user", None)
    return selectors.turn_count(user) if isinstance(user, User) else 0
