from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from genial_site.backup.making import back_up
from genial_site.backup.refusal import BackupRefused
from genial_site.folder import prepare_folder
from genial_site.refusal import StartRefused


class Command(BaseCommand):
    help = "Make a backup of the whole site, which may go on running: one file in the folder GENIAL_BACKUPS."
    requires_system_checks = []  # a site that is not in order wants a backup all the more

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--keep", type=int, metavar="N", help="remove all but the newest N backups in that folder")

    def handle(self, *_args: Any, keep: int | None, **_options: Any) -> None:
        settings.ENVIRONMENT.insist()
        if keep is not None and keep < 1:
            raise CommandError("--keep must be at least 1.")
        try:
            prepare_folder(settings.DATA_DIR)
            made = back_up(now=timezone.now(), keep=keep)
        except (BackupRefused, StartRefused) as problem:
            raise CommandError(f"There is no backup: {problem}") from problem
        self.stdout.write(f"{made.path} ({made.size:,} bytes) is a backup of the whole site. Keep a copy elsewhere.")
        for path in made.pruned:
            self.stdout.write(f"{path} was removed.")
