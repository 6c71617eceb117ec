from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from genial_site.backup.refusal import BackupRefused
from genial_site.backup.restoring import Restored, examine, restore, unpacked
from genial_site.folder import prepare_folder
from genial_site.refusal import StartRefused


class Command(BaseCommand):
    help = "Put a backup back where no site runs, bring it up to this version, and verify its games."
    requires_system_checks = []  # there may be no site yet

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("archive", type=Path, help="the file that `manage.py backup` has made")
        parser.add_argument("--force", action="store_true", help="replace a site that has accounts; it is kept aside")
        parser.add_argument("--check", action="store_true", help="change nothing; only prove that the archive is sound")

    def handle(self, *_args: Any, archive: Path, force: bool, check: bool, **_options: Any) -> None:
        settings.ENVIRONMENT.insist()
        try:
            prepare_folder(settings.DATA_DIR)
            if check:
                self.prove(archive)
                return
            self.report(restore(archive, now=timezone.now(), force=force))
        except (BackupRefused, StartRefused) as problem:
            raise CommandError(f"{archive} was not restored: {problem}") from problem
        call_command("verify_games", stdout=self.stdout)
        self.stdout.write("The site may start.")

    def prove(self, archive: Path) -> None:
        told = examine(archive)
        with unpacked(archive):
            self.stdout.write(
                f"{archive} is sound: {len(told.files)} files as version {told.version} packed them on {told.made_at}."
            )

    def report(self, restored: Restored) -> None:
        told = restored.manifest
        self.stdout.write(f"The site is as it was on {told.made_at}, when version {told.version} packed it.")
        for place in restored.aside:
            self.stdout.write(f"What was here before is kept in {place}.")
        for key in ("GENIAL_SECRET_KEY", "GENIAL_VAPID_KEY"):
            if settings.ENVIRONMENT[key]:
                self.stdout.write(f"{key} is set, and counts instead of the key that was restored to the data folder.")
