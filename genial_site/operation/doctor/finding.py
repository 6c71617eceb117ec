from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

Level = Literal["error", "warning", "note"]
"""An error keeps the site from working, a warning will one day; a note is only good to know."""


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    what: str
    why: str = ""
    do: str = ""

    def data(self) -> dict[str, Any]:
        return asdict(self)


def error(what: str, why: str, do: str) -> Finding:
    return Finding("error", what, why, do)


def warning(what: str, why: str, do: str) -> Finding:
    return Finding("warning", what, why, do)


def note(what: str, why: str = "", do: str = "") -> Finding:
    return Finding("note", what, why, do)


Examination = Callable[[], Iterator[Finding]]
