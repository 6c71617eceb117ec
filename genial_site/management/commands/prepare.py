from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from genial_site.checks import insist_on_secret_key
from genial_site.database import prepare_database
from genial_site.folder import prepare_folder
from genial_site.refusal import or_exit
from genial_site.static_files import collect_static_files


class Command(BaseCommand):
    help = "Bring the data folder, the database and the static files up to this version; then processes may start."
    requires_system_checks = []  # their findings come in our own words

    def handle(self, *_args: Any, **_options: Any) -> None:
        settings.ENVIRONMENT.insist()
        with or_exit():
            prepare_folder(settings.DATA_DIR)
            insist_on_secret_key()
            prepare_database()
            collect_static_files()
