from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from genial_site.backup.copying import copy_from
from genial_site.backup.refusal import BackupRefused


class Command(BaseCommand):
    help = "Fill the site's own database, which must be prepared and unused, with all that another one holds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="URL", help="the other database, as DATABASE_URL would name it")

    def handle(self, *_args: Any, source: str, **_options: Any) -> None:
        settings.ENVIRONMENT.insist()
        try:
            counts = copy_from(source)
        except (BackupRefused, Error) as problem:
            raise CommandError(f"Nothing was copied: {' '.join(str(problem).split())}") from problem
        self.stdout.write(f"{sum(counts.values())} rows of {len(counts)} tables were copied.")
        call_command("verify_games", stdout=self.stdout)
