"""Starting a game: the moment the last seat is taken, the deal is made."""

from datetime import datetime

from django.db import transaction

from games import live
from games.clock.paces import first_bank
from games.engine.seating import start
from games.engine.turns import server_turn
from games.models import Game, Player
from games.services.clocks import fetch_days_off
from games.services.notices.news import tell_of_start
from games.services.table import Table


def start_if_full(table: Table, now: datetime) -> None:
    """Deal and begin once every seat is taken. The row is locked, and the caller saves nothing else."""
    game = table.game
    if len(table.players) < game.seats:
        game.revision += 1
        game.save(update_fields=["revision"])
        transaction.on_commit(lambda: live.game_moved(game.pk, game.version))
        return
    table.players.sort(key=lambda player: player.joined)
    seeds = [player.client_seed for player in table.players]
    seating, table.state = start(game.rules, game.mode, game.options, bytes(game.secret), seeds)
    for seat, joined in enumerate(seating):
        player = table.players[joined]
        player.seat, player.bank = seat, None if player.bot else first_bank(game.pace)
    Player.objects.bulk_update(table.players, ["seat", "bank"])
    table.players.sort(key=lambda player: player.seat or 0)
    fetch_days_off(table.players, now)
    game.status = Game.Status.ACTIVE
    game.started_at = now
    game.invitations.all().delete()
    while passed := server_turn(game.rules, table.state):
        table.add_move(table.state.seat, "server", passed, now)
    transaction.on_commit(lambda: live.tell(table.people(), "game_started", game.pk))
    table.save(now)
    tell_of_start(table, now)
