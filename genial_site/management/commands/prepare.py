import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from genial_site.database import prepare_database
from genial_site.folder import prepare_folder
from genial_site.refusal import StartRefused
from genial_site.static_files import collect_static_files


class Command(BaseCommand):
    help = "Bring the data folder, the database and the static files up to this version; then processes may start."
    requires_system_checks = []  # their findings come in our own words

    def handle(self, *_args: Any, **_options: Any) -> None:
        settings.ENVIRONMENT.insist()
        try:
            prepare_folder(settings.DATA_DIR)
            prepare_database()
            collect_static_files()
        except StartRefused as problem:
            sys.exit(f"Genial cannot start: {problem}")
