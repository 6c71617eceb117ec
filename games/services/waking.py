"""Calling the workers. They find all they need in the database; a lost call is made up for by a sweep."""

import logging
from typing import Any
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def wake_bot(game_id: UUID, version: int) -> None:
    send("games.tasks.play_bot_turn", str(game_id), version)


def send(task: str, *arguments: Any, wait: float = 0) -> None:
    """Queue a task by name: doors are not for services to import. It may have to wait for so many seconds.

    Which worker gets it is for the settings to say.
    """
    try:
        current_app.send_task(task, arguments, countdown=wait or None)
    except (OperationalError, OSError):
        logger.warning("The broker does not answer; %s waits for the next sweep.", task)
