"""System checks for what people set: each names the variable, the value and what is expected."""

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.checks import register as register_check

from .environment import Environment


def check_environment(**_context: object) -> list[CheckMessage]:
    environment: Environment = settings.ENVIRONMENT
    return [Error(str(problem), id="genial.E001") for problem in environment.problems]


def check_secret_key(**_context: object) -> list[CheckMessage]:
    if settings.SECRET_KEY:
        return []
    return [
        Error(
            f"The secret key {settings.DATA_DIR / 'secret-key'} can be neither read nor made; "
            "GENIAL_DATA must name a folder that this user may write to.",
            id="genial.E002",
        )
    ]


def register() -> None:
    register_check(check_environment)
    register_check(check_secret_key)
