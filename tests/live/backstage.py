"""Run inside a site under test (`manage.py shell`): makes notices due, lets time pass, calls the workers."""

import json
import sys
import traceback
from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any

from celery import current_app
from django.utils import timezone

from games.models import Game, Notice
from games.services.notices import claims
from tests.tables import people, play_turn, running_game

numbers = count()


def obey() -> None:
    """Answers each line of JSON, which is the name of something here with its arguments, with such a line."""
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = {"told": globals()[name](*arguments)}
        except Exception:  # noqa: BLE001  # for the test that asked
            answer = {"failed": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


def mail_is_due() -> int:
    """Somebody's turn began a while ago, and they have not been told by mail yet."""
    number = next(numbers)
    _ada, bob = users = people(f"ada-{number}", f"bob-{number}")
    play_turn(running_game(*users, order="fixed"))
    now = timezone.now()
    Game.objects.update(turn_began_at=now - timedelta(hours=1))
    due = Notice.objects.filter(user=bob, channel="mail")
    due.update(due_at=now, created_at=now - timedelta(minutes=30))
    return int(due.get().pk)


def time_is_up(game_of: int) -> None:
    """For the turn that this notice is about."""
    game = Notice.objects.get(pk=game_of).game
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now())


def status_of_game(game_of: int) -> str:
    return Notice.objects.get(pk=game_of).game.status


def call(*tasks: Sequence[Any]) -> None:
    for name, *arguments in tasks:
        current_app.send_task(f"games.tasks.{name}", arguments)


def let_claims_grow_old() -> int:
    Notice.objects.filter(state="claimed").update(claimed_at=timezone.now() - claims.PATIENCE)
    return Notice.objects.filter(state="claimed").count()


def notice(pk: int) -> dict[str, Any]:
    fields = ("state", "reason", "attempts", "perhaps_twice", "message_id")
    return dict(Notice.objects.values(*fields).get(pk=pk))
