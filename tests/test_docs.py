"""The documents lead somewhere, and tell only of commands that exist."""

import importlib.util
import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.engine.rules import Rules
from genial_site.environment import VARIABLES

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {
    name.replace("_", "-") for name in re.findall(r"^@command\ndef (\w+)", (ROOT / "dev.py").read_text(), re.MULTILINE)
}
# The settings of the site; and what its tests and its example bot read.
VARIABLES_NAMED = {variable.name for variable in VARIABLES} | {"GENIAL_TEST_SERVICES", "GENIAL_TOKEN"}
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text())
    here = [link for link in links if not link.startswith("https://")]
    assert [link for link in here if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_command_exists(document: Path) -> None:
    named = re.findall(r"(?:\bmake|dev\.py) ((?:[a-z-]+ ?)+)", "\n".join(code_of(document.read_text())))
    assert {words.split()[0] for words in named} <= COMMANDS


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_anchor_is_a_heading(document: Path) -> None:
    for path, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", document.read_text()):
        if not path.startswith("https://"):
            assert anchor in anchors(document.parent / path if path else document)


def anchors(document: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_program_variable_unit_and_file_exists(document: Path) -> None:
    code = "\n".join(code_of(document.read_text()))
    assert set(re.findall(r"manage\.py ([a-z]\w+)", code)) <= set(get_commands())
    for module in re.findall(r"python -m (\w+(?:\.\w+)*)", code):
        assert importlib.util.find_spec(module), module
    assert set(re.findall(r"\bGENIAL_[A-Z_]+", code)) <= VARIABLES_NAMED
    units = set(re.findall(r"\bgenial-(?:web|worker|post|bots|beat|backup)(?:\.\w+)?\b", code))
    assert {unit for unit in units if not (ROOT / "deploy" / with_kind(unit)).exists()} == set()
    paths = re.findall(r"(?:^|[ `(])((?:deploy|docs|requirements|tests|tools|examples)/[\w./*-]+)", code, re.MULTILINE)
    assert [path for path in paths if "yourgame" not in path and not list(ROOT.glob(path))] == []


def with_kind(unit: str) -> str:
    return unit if "." in unit else f"{unit}.service"


def code_of(text: str) -> list[str]:
    return re.findall(r"```(?:sh|ini)\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text)


def test_every_page_for_operators_is_listed() -> None:
    contents = (ROOT / "docs" / "operating.md").read_text()
    pages = [f"operating/{page.name}" for page in (ROOT / "docs" / "operating").glob("*.md")]
    assert [page for page in pages if f"({page})" not in contents] == []


@pytest.mark.parametrize("path", re.findall(r"`([a-z_]+/[\w./-]+)`", (ROOT / "ARCHITECTURE.md").read_text()))
def test_every_room_on_the_plan_exists(path: str) -> None:
    assert "yourgame" in path or (ROOT / path).exists()


def test_adding_a_game_names_all_that_its_rules_must_fill_in() -> None:
    _, how_to = (ROOT / "ARCHITECTURE.md").read_text().split("## Adding a game")
    functions = {field.name for field in fields(Rules)} - {"key", "title", "variants"}
    assert functions - set(re.findall(r"`(\w+)`", how_to)) == set()


def test_the_readme_has_the_two_commands_and_a_picture() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make run" in readme
    assert "make test" in readme
    assert re.search(r"!\[.+\]\(docs/screenshots/.+\.png\)", readme)
