"""Notices for tests, as those who deliver them get them."""

from typing import Any

from accounts.models import User
from games.models import Game, Notice
from tests.tables import NOW


def notice(user: User, game: Game, kind: str = Notice.Kind.YOUR_TURN, **fields: Any) -> Notice:
    """A row with its game and players beside it."""
    key = {"channel": fields.pop("channel", Notice.Channel.MAIL), "version": fields.pop("version", None)}
    if key["version"] is None:
        key["version"] = Game.objects.get(pk=game.pk).version
    # The game may have told of it already.
    row, _made = Notice.objects.update_or_create(
        user=user, game=game, kind=kind, **key, defaults={"created_at": NOW, "due_at": NOW, **fields}
    )
    return loaded(row)


def loaded(row: Notice) -> Notice:
    found = Notice.objects.select_related("user", "game__host", "game__series")
    return found.prefetch_related("game__players__user").get(pk=row.pk)
