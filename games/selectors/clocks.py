"""Clocks and days off."""

from typing import Any

from accounts.models import User
from games.models import Absence, ClockEntry, Game
from games.selectors.tables import away_data, moment
from games.services import clocks
from games.services.table import Table


def clock_entries(game: Game) -> list[ClockEntry]:
    """All that ever happened to the clocks of a game."""
    return list(game.clock_entries.select_related("by"))


def clock_data(table: Table) -> dict[str, Any]:
    """What is on the clocks, and how it came about. Whoever may see the game may see this."""
    game = table.game
    return {
        "pace": game.pace or None,
        "to_move": game.to_move,
        "turn_began_at": moment(game.turn_began_at),
        "turn_seconds": game.turn_seconds,
        "deadline": moment(game.deadline),
        "given": game.extensions,
        "seats": [
            {
                "seat": player.seat,
                "bank": player.bank,
                "days_off_left": clocks.days_off_left(game, player),
                "away": away_data(player),
            }
            for player in table.players
        ],
        "entries": [entry_data(entry) for entry in clock_entries(game)],
    }


def entry_data(entry: ClockEntry) -> dict[str, Any]:
    return {
        "kind": entry.kind,
        "seat": entry.seat,
        "at": moment(entry.at),
        "version": entry.version,
        "seconds": entry.seconds,
        "paused": entry.paused,
        "bank": entry.bank,
        "deadline": moment(entry.deadline),
        "by": entry.by.username if entry.by else None,
    }


def days_off_of(user: User) -> list[Absence]:
    """What somebody has taken, planned or is on, newest last."""
    return list(Absence.objects.filter(user=user).order_by("starts_at"))
