"""Playing: the one way in which a turn gets into the log."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games import selectors
from games.engine.rules import Malformed, _
from games.engine.turns import play_turn
from games.models import Game, Submission
from games.services import series
from games.services.refusals import Stale
from games.services.table import Table, lock_table

KEYS_KEPT_FOR = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Sent:
    """A turn as a client sends it."""

    version: int
    actions: Any
    key: str = ""

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(json.dumps([self.version, self.actions], sort_keys=True).encode()).hexdigest()


@transaction.atomic
def submit_turn(*, game_id: UUID, user: User, sent: Sent, now: datetime) -> dict[str, Any]:
    """Play a whole turn on the table as it stood at `version`, or refuse and change nothing.

    Answers with the game as its player then sees it; the same submission sent again gets the first answer again.
    """
    table = lock_table(game_id)
    player = table.seated(user)
    if known := known_answer(table.game, user, sent, now):
        return known
    table.check_running()
    if sent.version != table.game.version:
        raise Stale(_("The game has moved on: it is at version {version} now."), version=table.game.version)
    table.check_turn(player)
    turn = play_turn(table.game.rules, table.state, sent.actions)
    table.log(table.state.seat, "player", turn, now)
    save(table, now)
    answer = selectors.game_data(table, user)
    if sent.key:
        remember(user, table.game, sent, answer, now)
    return answer


def remember(user: User, game: Game, sent: Sent, answer: dict[str, Any], now: datetime) -> None:
    """Keep the answer; a key of more than a day ago is used anew."""
    submission = Submission(
        user=user, game=game, key=sent.key, fingerprint=sent.fingerprint, answer=json.dumps(answer), at=now
    )
    Submission.objects.bulk_create(
        [submission],
        update_conflicts=True,
        unique_fields=["user", "game", "key"],
        update_fields=["fingerprint", "answer", "at"],
    )


def known_answer(game: Game, user: User, sent: Sent, now: datetime) -> dict[str, Any] | None:
    """What the same submission was answered before."""
    if not sent.key:
        return None
    known = game.submissions.filter(user=user, key=sent.key, at__gt=now - KEYS_KEPT_FOR).first()
    if known and known.fingerprint != sent.fingerprint:
        raise Malformed(_("This Idempotency-Key was used for another submission."))
    return json.loads(known.answer) if known else None


def save(table: Table, now: datetime) -> None:
    table.save(now)
    if table.game.status == Game.Status.FINISHED and table.game.series:
        series.count_and_go_on(table, now)


def forget_old_submissions(*, now: datetime) -> int:
    return Submission.objects.filter(at__lte=now - KEYS_KEPT_FOR).delete()[0]
