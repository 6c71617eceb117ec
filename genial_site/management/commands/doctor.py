import json
import sys
import textwrap
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from genial_site.operation.doctor.examining import Report, examine, exit_code
from genial_site.operation.doctor.finding import Finding
from genial_site.version import version

WIDTH = 100


class Command(BaseCommand):
    help = (
        "Say in words what is wrong with this installation and what to do about it. Changes nothing and sends nothing. "
        "Exit code 0: nothing, 1: errors, 2: warnings alone."
    )
    requires_system_checks = []  # their findings come in our own words

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")
        parser.add_argument("--url", action="store_true", help="also ask the site at GENIAL_URL, as people reach it")

    def handle(self, *_args: Any, **options: Any) -> None:
        reports = []
        if not options["json"]:
            self.stdout.write(f"Genial {version()}, data in {settings.DATA_DIR}\n\n")
        for report in examine(address_too=options["url"]):
            reports.append(report)
            if not options["json"]:
                self.tell(report)
        code = exit_code(reports)
        if options["json"]:
            found = {report.name: [finding.data() for finding in report.findings] for report in reports}
            self.stdout.write(json.dumps({"version": version(), "exit_code": code, "findings": found}, indent=1))
        else:
            self.stdout.write(f"\n{verdict(reports)}\n")
        if code:
            sys.exit(code)

    def tell(self, report: Report) -> None:
        serious = [finding for finding in report.findings if finding.level != "note"]
        self.stdout.write(f"{'✓' if not serious else '!'} {report.name}")
        for finding in report.findings:
            self.stdout.write(told(finding))


def told(finding: Finding) -> str:
    lines = paragraph(f"{finding.level}: {finding.what}", "  ")
    lines += paragraph(f"Why it matters: {finding.why}", "    ") if finding.why else []
    lines += paragraph(f"What to do: {finding.do}", "    ") if finding.do else []
    return "\n".join(lines)


def paragraph(text: str, indent: str) -> list[str]:
    # Paths and commands stay in one piece, so that they can be copied.
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def verdict(reports: list[Report]) -> str:
    levels = [finding.level for report in reports for finding in report.findings]
    errors, warnings = levels.count("error"), levels.count("warning")
    if not errors and not warnings:
        return "Nothing is wrong."
    return f"{errors} {'error' if errors == 1 else 'errors'}, {warnings} {'warning' if warnings == 1 else 'warnings'}."
