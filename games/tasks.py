"""Celery's way in. Tasks call one service and may come late, twice or never; sweeps find what the queue lost."""

import logging
from collections.abc import Callable, Iterable
from itertools import takewhile
from time import monotonic
from typing import TypeVar
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.services import advice, bot_turns, departures, guests, invitations, lobby, play
from games.services.notices import claims, delivering, reminding, sweeping
from games.services.ratings import entering
from games.services.ratings.order import Ledger
from games.services.waking import wake_bot

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20
"""For how long a sweep sends messages before it leaves the rest to the next one."""

T = TypeVar("T")


def each(found: Iterable[T], work: Callable[[T], object]) -> None:
    """Do it for all that a sweep found; what fails for one must not keep the others waiting."""
    for thing in found:
        try:
            work(thing)
        except Exception:
            logger.exception("A sweep could not deal with %s.", thing)


def for_a_while(found: Iterable[T]) -> Iterable[T]:
    until = monotonic() + SWEEP_SECONDS
    return takewhile(lambda _thing: monotonic() < until, found)


@shared_task(soft_time_limit=bot_turns.LIMIT - 5, time_limit=bot_turns.LIMIT)
def play_bot_turn(game_id: str, version: int) -> None:
    bot_turns.play_bot_turn(game_id=UUID(game_id), version=version, now=timezone.now())


@shared_task(soft_time_limit=bot_turns.LIMIT - 5, time_limit=bot_turns.LIMIT)
def think_of_hint(hint_id: int) -> None:
    advice.think_of_hint(hint_id=hint_id)


@shared_task(soft_time_limit=bot_turns.LIMIT - 5, time_limit=bot_turns.LIMIT)
def go_on_with_review(review_id: int, done: int) -> None:
    advice.go_on_with_review(review_id=review_id, done=done, now=timezone.now())


@shared_task
def wake_forgotten_advice() -> None:
    now = timezone.now()
    each(advice.hints_not_given(now=now), advice.wake_hint)
    each(advice.reviews_left_lying(now=now), lambda found: advice.wake_review(*found))


@shared_task
def mail_invitation(invitation_id: int) -> None:
    invitations.mail_invitation(invitation_id=invitation_id, now=timezone.now())


@shared_task
def rate_games(rules_key: str, pool: str) -> None:
    entering.catch_up(ledger=Ledger(rules_key, pool))


@shared_task
def rate_forgotten_games() -> None:
    each(entering.waiting(), lambda ledger: entering.catch_up(ledger=ledger))


@shared_task
def expire_turns() -> None:
    now = timezone.now()
    each(departures.overdue(now=now), lambda game_id: departures.expire_turn(game_id=game_id, now=now))


@shared_task
def deliver_notices(user_id: int) -> None:
    delivering.deliver(user_id=user_id, now=timezone.now())


@shared_task
def deliver_due_notices(channel: str) -> None:
    """One sweep for each channel, so that none waits for another's slow servers."""
    people = delivering.waiting_for(channel, now=timezone.now())
    each(for_a_while(people), lambda user_id: delivering.deliver_by(channel, user_id=user_id, now=timezone.now()))


@shared_task
def send_reminders() -> None:
    now = timezone.now()
    each(reminding.due(now=now), lambda game_id: reminding.remind(game_id=game_id, now=now))


@shared_task
def give_back_notices() -> None:
    claims.give_back(now=timezone.now())


@shared_task
def forget_old_notices() -> None:
    sweeping.forget_old_notices(now=timezone.now())


@shared_task
def wake_stalled_bots() -> None:
    for game_id, version in bot_turns.stalled(now=timezone.now()):
        wake_bot(game_id, version)


@shared_task
def mail_forgotten_invitations() -> None:
    found = invitations.not_mailed(now=timezone.now())
    each(for_a_while(found), mail_invitation)


@shared_task
def cancel_old_tables() -> None:
    now = timezone.now()
    each(lobby.old_tables(now=now), lambda game_id: lobby.cancel_old_table(game_id=game_id, now=now))


@shared_task
def forget_old_submissions() -> None:
    play.forget_old_submissions(now=timezone.now())


@shared_task
def forget_idle_guests() -> None:
    guests.forget_idle_guests(now=timezone.now())


@shared_task
def forget_old_bot_turns() -> None:
    bot_turns.forget_old_turns(now=timezone.now())
