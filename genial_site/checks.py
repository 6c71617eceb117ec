"""What people set: system checks name the variable, the value and what is expected, and no process starts without."""

import os

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.checks import register as register_check

from .environment import Environment
from .refusal import StartRefused, or_exit


def check_environment(**_context: object) -> list[CheckMessage]:
    environment: Environment = settings.ENVIRONMENT
    return [Error(str(problem), id="genial.E001") for problem in environment.problems]


def check_secret_key(**_context: object) -> list[CheckMessage]:
    if not os.path.lexists(settings.DATA_DIR / "secret-key"):
        return []  # the first start makes it; most commands do without
    try:
        insist_on_secret_key()
    except StartRefused as problem:
        return [Error(f"Genial cannot start: {problem}", id="genial.E002")]
    return []


def register() -> None:
    register_check(check_environment)
    register_check(check_secret_key)


def insist_on_secret_key() -> None:
    settings.SECRET_KEY  # noqa: B018  # read or made now, or StartRefused


def insist_on_settings() -> None:
    """Stop a process that starts outside Django's commands, whose system checks would stop it there."""
    settings.ENVIRONMENT.insist()
    with or_exit():
        insist_on_secret_key()
