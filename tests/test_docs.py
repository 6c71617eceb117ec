"""The documents lead somewhere, and tell only of commands that exist."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from games.engine.rules import Rules

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {
    name.replace("_", "-") for name in re.findall(r"^@command\ndef (\w+)", (ROOT / "dev.py").read_text(), re.MULTILINE)
}
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


def code_of(text: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text)


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
