"""Celery's way in. Tasks call one service and may come late, twice or never; sweeps find what the queue lost."""

import logging
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TypeVar

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.services import deletion, dispatches, forgetting
from accounts.services.exports import making

logger = logging.getLogger(__name__)

T = TypeVar("T")


def each(found: Iterable[T], work: Callable[[T], object]) -> None:
    """Do it for all that a sweep found; what fails for one must not keep the others waiting."""
    for thing in found:
        try:
            work(thing)
        except Exception:
            logger.exception("A sweep could not deal with %s.", thing)


@shared_task
def clear_expired_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


@shared_task
def deliver_dispatch(dispatch_id: int) -> None:
    dispatches.deliver(dispatch_id=dispatch_id, now=timezone.now())


@shared_task
def deliver_due_dispatches() -> None:
    """What the queue lost, and what the mail server did not take at first."""
    each(dispatches.due(now=timezone.now()), deliver_dispatch)


# --- exports -----------------------------------------------------------------------------------


@shared_task
def go_on_with_export(export_id: int, reached: int) -> None:
    making.go_on(export_id=export_id, reached=reached, now=timezone.now())


@shared_task
def wake_forgotten_exports() -> None:
    now = timezone.now()
    each(making.left_lying(now=now), lambda found: making.wake(*found))
    making.forget_old(now=now)


# --- deletion ----------------------------------------------------------------------------------


@shared_task
def withdraw_account(user_id: int) -> None:
    deletion.withdraw(user_id=user_id, now=timezone.now())


@shared_task
def withdraw_closed_accounts() -> None:
    each(deletion.still_seated(), withdraw_account)


@shared_task
def forget_account(user_id: int) -> None:
    forgetting.forget_account(user_id=user_id, now=timezone.now())


@shared_task
def forget_deleted_accounts() -> None:
    each(forgetting.due(now=timezone.now()), forget_account)
