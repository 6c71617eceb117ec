from typing import Any

from django.conf import settings
from django.core.management.commands import migrate

from genial_site.folder import prepare_folder
from genial_site.refusal import or_exit


class Command(migrate.Command):
    """Django's own, which also works before the first start, when there is no data folder yet."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with or_exit():
            prepare_folder(settings.DATA_DIR)
        return super().execute(*args, **options)  # whose checks open the database
