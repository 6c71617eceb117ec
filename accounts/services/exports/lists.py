"""The lists of an export, a row at a time."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games import selectors
from games.models import Game, RatingChange
from games.selectors import moment

Row = dict[str, Any]
AT_A_TIME = 200


def games(user: User) -> Iterator[Row]:
    """Every game that they sit or sat at, as they may see it in a list; oldest first."""
    own = Game.objects.filter(selectors.sits(user)).defer("state", "secret").order_by("created_at", "pk")
    for game in selectors.listed(own).iterator(chunk_size=AT_A_TIME):
        players = sorted(game.players.all(), key=selectors.by_seat)
        own_seat = next(player.seat for player in players if player.user_id == user.pk)
        yield {**selectors.summary(game, players, user), "my_seat": own_seat}


def messages(user: User) -> Iterator[Row]:
    for message in user.messages.order_by("pk").iterator(chunk_size=AT_A_TIME):
        yield {
            "game": str(message.game_id),
            "channel": message.channel,
            "text": message.text,
            "at": moment(message.at),
        }


def notes(user: User) -> Iterator[Row]:
    for note in user.notes.order_by("pk").iterator(chunk_size=AT_A_TIME):
        yield {"game": str(note.game_id), "text": note.text, "changed_at": moment(note.changed_at)}


def notices(user: User) -> Iterator[Row]:
    for notice in user.notices.order_by("pk").iterator(chunk_size=AT_A_TIME):
        yield {
            "kind": notice.kind,
            "game": str(notice.game_id),
            "channel": notice.channel,
            "state": notice.state,
            "reason": notice.reason,
            "made_at": moment(notice.created_at),
            "sent_at": moment(notice.sent_at),
            "seen_at": moment(notice.seen_at),
        }


def reports(user: User) -> Iterator[Row]:
    """What they reported, in their own words."""
    for report in user.reports.select_related("message", "user").order_by("pk").iterator(chunk_size=AT_A_TIME):
        yield {
            "person": report.user.username if report.user else None,
            "game": str(report.message.game_id) if report.message else None,
            "about": report.category,
            "reason": report.reason,
            "at": moment(report.at),
        }


def ratings(user: User) -> Iterator[Row]:
    """Their rows of the ledger, oldest first."""
    for change in RatingChange.objects.filter(user=user).order_by("at", "game_id").iterator(chunk_size=AT_A_TIME):
        yield {
            "rules": change.rules_key,
            "pool": change.pool,
            "game": str(change.game_id),
            "at": moment(change.at),
            "before": change.before,
            "after": change.after,
            "spread": change.spread,
            "weight": change.weight,
            "why": change.why,
            "mu": [change.mu_before, change.mu_after],
            "sigma": [change.sigma_before, change.sigma_after],
        }
