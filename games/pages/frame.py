"""What the frame of every page shows: the counts of the reader's turns and new notices, and where the source is."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games import selectors
from games.services.notices.reading import bell_count


def context(request: HttpRequest) -> dict[str, object]:
    return {
        "my_turns": SimpleLazyObject(lambda: count(request, selectors.turn_count)),
        "my_notices": SimpleLazyObject(lambda: count(request, bell_count)),
        "source": settings.SOURCE_URL,
    }


def count(request: HttpRequest, of: Callable[[User], int]) -> int:
    """Asked for once, and only on pages that show it."""
    user = getattr(request, "user", None)
    return of(user) if isinstance(user, User) else 0
