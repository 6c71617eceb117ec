"""Bots at the table: they get the view of their seat, think outside any lock, and play if nothing has changed."""

import hashlib
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from django.db import transaction

from games.bots.registry import BOTS
from games.engine.turns import play_turn
from games.models import Game
from games.services.play import save
from games.services.table import load_table, lock_table

PATIENCE = timedelta(minutes=1)
"""After that a bot's task counts as lost."""


def play_bot_turn(*, game_id: UUID, version: int, now: datetime) -> bool:
    """Play the turn of the bot that is to move, if the game still stands at this version."""
    game = Game.objects.filter(pk=game_id, status=Game.Status.ACTIVE, version=version).first()
    if game is None:
        return False
    table = load_table(game)
    seat = table.state.seat
    bot = table.players[seat].acting_bot
    if not bot:
        return False
    # A task that runs twice thinks the same twice, and nobody else can think it: the seed is of the secret.
    rng = Random(hashlib.sha256(bytes(game.secret) + f"{version} {bot}".encode()).digest())
    actions = BOTS[bot].choose(game.rules, game.rules.view(table.state, seat), rng)
    with transaction.atomic():
        table = lock_table(game_id)
        # Tasks run late and twice; a table that has moved on needs nothing from us.
        if table.game.version != version or table.game.status != Game.Status.ACTIVE:
            return False
        player = table.players[seat]
        if player.acting_bot != bot:
            return False
        turn = play_turn(table.game.rules, table.state, actions)
        table.log(seat, "bot" if player.sitting_in else "player", turn, now)
        save(table, now)
    return True


def stalled(*, now: datetime) -> list[tuple[UUID, int]]:
    """Games in which a bot should have moved by now."""
    waiting = Game.objects.filter(status=Game.Status.ACTIVE, mover=None, turn_began_at__lte=now - PATIENCE)
    return list(waiting.values_list("pk", "version"))
