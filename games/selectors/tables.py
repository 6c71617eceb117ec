"""A game as its reader may see it, ready to be sent."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from games.models import Absence, Game, Invitation, Player
from games.models.game import Reader
from games.selectors.ratings import change_data, changes_in, rating_data
from games.services.table import Table


def summary(game: Game, players: Sequence[Player], reader: Reader) -> dict[str, Any]:
    """A game without its board, as lists show it."""
    return {
        "id": str(game.pk),
        "rules": game.rules_key,
        "mode": game.mode,
        "options": game.options,
        "status": game.status,
        "version": game.version,
        "to_move": game.to_move,
        "deadline": moment(game.deadline),
        "commitment": game.commitment,
        "host": game.host.username if game.host else None,
        "public": game.public,
        "rated": game.rated,
        "pace": game.pace or None,
        "stand_in": game.stand_in,
        "series": str(game.series_id) if game.series_id else None,
        "seats": [
            *(seat_data(player, game, reader) for player in players),
            *empty_seats(game, players, reader),
        ],
        "result": game.result,
        "created_at": moment(game.created_at),
        "started_at": moment(game.started_at),
        "ended_at": moment(game.ended_at),
    }


def game_data(table: Table, reader: Reader) -> dict[str, Any]:
    """A game as its reader may see it."""
    game, player = table.game, table.player_of(reader)
    seat = player.seat if player else None
    data = summary(game, table.players, reader)
    data["my_seat"] = seat
    data["view"] = None if table.state is None else game.rules.view(table.state, seat)
    if game.rating_pool and game.status == Game.Status.FINISHED:
        changes = changes_in(game, reader)
        for at, shown in enumerate(data["seats"]):
            shown["rating_change"] = change_data(changes[at]) if at in changes else None
    if game.status == Game.Status.OPEN and player:
        data["link"] = game.link
    return data


def seat_data(player: Player, game: Game, reader: Reader) -> dict[str, Any]:
    data = {
        "seat": player.seat,
        "joined": player.joined,
        "name": player.name,
        "kind": player.kind,
        "bot": player.bot or None,
        "sitting_in": player.sitting_in or None,
        "left": player.left_by or None,
        "place": player.place,
        "bank": player.bank,
        "away": away_data(player),
        "rating": rating_data(player, game, reader),
    }
    if player.seat is not None:
        data["client_seed"] = player.client_seed
    return data


def away_data(player: Player) -> dict[str, Any] | None:
    absence = next_absence(player)
    return {"from": moment(absence.starts_at), "until": moment(absence.ends_at)} if absence else None


def next_absence(player: Player) -> Absence | None:
    """The days off that this player has now or next."""
    now = timezone.now()
    known = player.days_off or getattr(player.user, "days_off_ahead", ())
    return next((absence for absence in known if absence.ends_at > now), None)


def empty_seats(game: Game, players: Sequence[Player], reader: Reader) -> list[dict[str, Any]]:
    """What is still to be taken. Who is invited, only the host and they themselves learn."""
    if game.status != Game.Status.OPEN:
        return []
    kept = [
        {"kind": "invited", "name": invited_name(invitation, game, reader)} for invitation in game.invitations.all()
    ]
    return kept + [{"kind": "open"}] * (game.seats - len(players) - len(kept))


def invited_name(invitation: Invitation, game: Game, reader: Reader) -> str | None:
    if not reader.pk or reader.pk not in (game.host_id, invitation.user_id):
        return None
    return invitation.user.username if invitation.user else invitation.address


def moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else None


def by_seat(player: Player) -> tuple[int, int]:
    return (player.seat if player.seat is not None else player.joined, player.joined)
