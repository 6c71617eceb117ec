from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from genial_site.environment import VARIABLES

INTRODUCTION = """\
# Settings

Genial reads its settings from environment variables; none has to be set. A value that cannot be used is named, with
what is expected, when the site starts.

`manage.py settings_reference` writes this page from the table in `genial_site/environment.py`.
"""


def reference() -> str:
    entries = (
        f"\n## `{variable.name}`\n\n{variable.help}\n\n"
        f"Expects {variable.expects}. Default: {f'`{variable.default}`' if variable.default else 'empty'}.\n"
        for variable in VARIABLES
    )
    return INTRODUCTION + "".join(entries)


class Command(BaseCommand):
    help = "Write docs/settings.md from the table of settings."
    requires_system_checks = []  # the page is written from the table alone

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is not up to date")

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        page = settings.BASE_DIR / "docs" / "settings.md"
        if not check:
            page.write_text(reference(), encoding="utf-8")
        elif not page.exists() or page.read_text(encoding="utf-8") != reference():
            raise CommandError("docs/settings.md is not up to date; run: manage.py settings_reference")
