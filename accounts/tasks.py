"""Celery's way in: each task calls one service, and may come late, twice or never."""

import logging
from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.services import dispatches

logger = logging.getLogger(__name__)


@shared_task
def clear_expired_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


@shared_task
def deliver_dispatch(dispatch_id: int) -> None:
    dispatches.deliver(dispatch_id=dispatch_id, now=timezone.now())


@shared_task
def deliver_due_dispatches() -> None:
    """What the queue lost, and what the mail server did not take at first."""
    for dispatch_id in dispatches.due(now=timezone.now()):
        try:
            deliver_dispatch(dispatch_id)
        except Exception:
            logger.exception("A mail about an account could not be sent.")
