"""What stands beside every table: how many watch it, and whether there is anybody to talk to."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context

from games.models import Game
from games.services import watching

register = template.Library()


@register.inclusion_tag("tables/panels/watching.html", takes_context=True)
def watchers(context: Context, game: Game, player: Any) -> dict[str, Any]:
    """The number of spectators, the reader included if they are one."""
    request: HttpRequest = context["request"]
    count = watching.count(game.pk) if player else watching.look(game.pk, who(request))
    return {"count": count, "others": count - 1, "player": player, "game": game, "request": request}


def who(request: HttpRequest) -> str:
    """The same for the same spectator, and known to nobody."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"{request.META.get('REMOTE_ADDR')} {request.META.get('HTTP_USER_AGENT')}"


@register.filter
def has_company(seats: list[dict[str, Any]]) -> bool:
    """Whether two or more people sit at a table."""
    return sum(seat["kind"] == "human" for seat in seats) > 1
