"""All examinations in order, each with a limit."""

from collections.abc import Iterator
from dataclasses import dataclass

from genial_site.operation.boxed import ask_within

from . import brokers, configuration, databases, files, folders, mailing, outside, playing, processes
from .finding import Examination, Finding, error

PATIENCE = 30.0  # seconds; each has shorter limits of its own for whatever it asks

EXAMINATIONS: dict[str, Examination] = {
    "settings": configuration.configuration,
    "data folder": folders.folders,
    "database": databases.databases,
    "broker": brokers.brokers,
    "processes": processes.processes,
    "mail": mailing.mailing,
    "files": files.files,
    "games": playing.playing,
}
NEEDING_A_DATABASE = {"games"}


@dataclass(frozen=True, slots=True)
class Report:
    name: str
    findings: list[Finding]


def examine(*, address_too: bool = False) -> Iterator[Report]:
    chosen = EXAMINATIONS | ({"address": outside.outside} if address_too else {})
    broken: set[str] = set()
    for name, examination in chosen.items():
        if name in NEEDING_A_DATABASE and "database" in broken:
            continue
        report = Report(name, findings_of(name, examination))
        if any(finding.level == "error" for finding in report.findings):
            broken.add(name)
        yield report


def findings_of(name: str, examination: Examination) -> list[Finding]:
    question = f"examination of {name}"
    found = ask_within(PATIENCE, {question: lambda: list(examination())})[question]
    if isinstance(found, TimeoutError):
        return [error("This takes too long to be found out.", "Something hangs.", "See what is said of the others.")]
    if isinstance(found, Exception):
        return [
            error(
                f"This could not be found out ({type(found).__name__}).",
                "Something is wrong that the doctor does not know.",
                "Please report it, with the version that you run.",
            )
        ]
    return list(found)


def exit_code(reports: list[Report]) -> int:
    levels = {finding.level for report in reports for finding in report.findings}
    return 1 if "error" in levels else 2 if "warning" in levels else 0
