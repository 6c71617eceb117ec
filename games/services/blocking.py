"""Blocking somebody: from then on the two meet neither at new tables nor in talk. Games that run go on."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.services.blocks import note_block
from games.models import Game
from games.services import lobby
from games.services.table import lock_table


@transaction.atomic
def block(*, user: User, other: User, now: datetime) -> None:
    """At tables of one that wait for players, the other loses their seat or invitation. Raises ValidationError."""
    note_block(user=user, other=other, now=now)
    waiting = Game.objects.filter(status=Game.Status.OPEN).order_by("pk")
    for host, guest in ((user, other), (other, user)):
        for game_id in waiting.filter(host=host).values_list("pk", flat=True):
            part(game_id=game_id, guest=guest)


def part(*, game_id: UUID, guest: User) -> None:
    table = lock_table(game_id)
    is_there = table.player_of(guest) or table.game.invitations.filter(user=guest).exists()
    if is_there and table.game.status == Game.Status.OPEN:
        lobby.free_seat(table, guest)
