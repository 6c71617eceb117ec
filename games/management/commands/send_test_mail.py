from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import timezone, translation

from games.channels.mail import send
from games.channels.sample import sample
from games.channels.trouble import Trouble


class Command(BaseCommand):
    help = "Send a mail with a picture through the server that EMAIL_URL names, to see whether mails arrive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", metavar="ADDRESS", help="where it goes")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=languages, default=settings.LANGUAGE_CODE)

    def handle(self, *_args: Any, address: str, language: str, **_options: Any) -> None:
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address} is no e-mail address.") from None
        with translation.override(language):
            message = sample(address, timezone.now())
        try:
            send(message)
        except Trouble as trouble:
            raise CommandError(
                f"The mail could not be sent to {where()}: {trouble}. EMAIL_URL says where mails go, "
                "GENIAL_MAIL_FROM whom they come from."
            ) from None
        self.stdout.write(f"A mail from {message.from_email} to {address} was handed to {where()}.")


def where() -> str:
    """Where mails go, without the password."""
    connection = get_connection()
    if path := getattr(connection, "file_path", ""):
        return f"the folder {path}"
    if name := getattr(connection, "host", ""):
        return f"{name}:{getattr(connection, 'port', '')}"
    return type(connection).__module__.rpartition(".")[2]
