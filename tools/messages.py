"""The translation catalogues: `make messages` brings them up to the sources, `--check` says what is missing.

Works without gettext's programs: Babel reads Python files, and templates once Django has turned them into such.
"""

import io
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

HERE = Path(__file__).resolve().parent.parent
SOURCES = ("accounts", "games", "genial_site")
LANGUAGES = ("de", "nl")  # English is what the sources are written in
KEYWORDS: Mapping[str, tuple[int | tuple[int, str], ...] | None] = {
    name + suffix: arguments
    for name, arguments in {
        "gettext": None,
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
        "npgettext": ((1, "c"), 2, 3),
    }.items()
    for suffix in ("", "_lazy", "_noop")
} | {"_": None}


def sources() -> Iterator[tuple[str, str]]:
    """Every file with messages: its name, and its text as Python."""
    for folder in SOURCES:
        for path in sorted((HERE / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(HERE)), path.read_text(encoding="utf-8")
    for path in sorted((HERE / "templates").rglob("*.*")):
        python = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        # What is left of the markup must not look like Python's indentation.
        yield str(path.relative_to(HERE)), re.sub(r"^[ \t]+", "", python, flags=re.MULTILINE)


def template() -> Catalog:
    catalog = Catalog(project="Genial", charset="utf-8")
    for name, text in sources():
        file = io.BytesIO(text.encode())
        for _line, message, comments, context in extract("python", file, KEYWORDS, ("Translators:",)):
            catalog.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalog


def folder_of(language: str) -> Path:
    return HERE / "locale" / language / "LC_MESSAGES"


def updated(language: str, messages: Catalog) -> Catalog:
    path = folder_of(language) / "django.po"
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    else:
        catalog = Catalog(locale=language, project="Genial", charset="utf-8", fuzzy=False)
    catalog.update(messages, no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def files(catalog: Catalog) -> dict[str, bytes]:
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalog, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False)
    write_mo(mo, catalog)
    return {"django.po": po.getvalue(), "django.mo": mo.getvalue()}


def untranslated(catalog: Catalog) -> list[str]:
    return [str(message.id) for message in catalog if message.id and (message.fuzzy or not translated(message))]


def translated(message: Message) -> bool:
    """All of its plural forms are there."""
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return all(forms)


def write(language: str, catalog: Catalog) -> None:
    folder_of(language).mkdir(parents=True, exist_ok=True)
    for name, content in files(catalog).items():
        (folder_of(language) / name).write_bytes(content)


def outdated(language: str, catalog: Catalog) -> bool:
    folder = folder_of(language)
    return any(
        not (folder / name).exists() or (folder / name).read_bytes() != content
        for name, content in files(catalog).items()
    )


def main(*arguments: str) -> int:
    messages = template()
    failed = False
    for language in LANGUAGES:
        catalog = updated(language, messages)
        if "--check" not in arguments:
            write(language, catalog)
        elif outdated(language, catalog):
            failed = True
            print(f"{language}: the catalogue is not up to date; run: make messages")
        for message in untranslated(catalog):
            failed = True
            print(f"{language}: not translated: {message!r}")
    return int(failed and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
