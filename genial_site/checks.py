"""System checks for what people set: each names the variable, the value and what is expected."""

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.checks import register as register_check
from django.core.exceptions import ImproperlyConfigured

from .environment import Environment


def check_environment(**_context: object) -> list[CheckMessage]:
    environment: Environment = settings.ENVIRONMENT
    return [Error(str(problem), id="genial.E001") for problem in environment.problems]


def check_secret_key(**_context: object) -> list[CheckMessage]:
    try:
        settings.SECRET_KEY  # noqa: B018
    except ImproperlyConfigured:
        path = settings.DATA_DIR / "secret-key"
        sentence = f"{path} can be neither read nor made; GENIAL_DATA must name a folder that this user may write to."
        return [Error(sentence, id="genial.E002")]
    return []


def register() -> None:
    register_check(check_environment)
    register_check(check_secret_key)
