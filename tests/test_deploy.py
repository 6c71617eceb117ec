"""The files in deploy/ cannot be run here, so they are read closely."""

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from genial_site.environment import VARIABLES

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
KNOWN = {variable.name for variable in VARIABLES}
PREPARE = "python manage.py prepare"
UNITS = sorted(DEPLOY.glob("*.service"))


def procfile() -> dict[str, str]:
    lines = (DEPLOY / "Procfile").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines)


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return content


def command_words(words: list[str]) -> list[str]:
    return [word for word in words if word not in ('""', "")]


def test_the_example_sets_only_known_variables() -> None:
    lines = (DEPLOY / "genial.env.example").read_text().splitlines()
    names = [line.split("=")[0] for line in lines if line and not line.startswith("#")]
    assert set(names) <= KNOWN
    assert {"GENIAL_URL", "DATABASE_URL", "REDIS_URL"} <= set(names)


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_unit_is_complete_and_runs_what_the_procfile_runs(unit: Path) -> None:
    parser = configparser.ConfigParser(strict=True, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit.read_text())
    assert parser.sections() == ["Unit", "Service", "Install"]
    service = parser["Service"]
    assert service["EnvironmentFile"] == "/etc/genial.env"
    assert service["User"] == "genial"
    assert service["Restart"] == "always"
    assert parser["Install"]["WantedBy"] == "multi-user.target"
    command = service["ExecStart"].replace("/opt/genial/.venv/bin/python", "python")
    assert command == procfile()[unit.stem.removeprefix("genial-")]
    assert set(re.findall(r"\$\{?(\w+)", unit.read_text())) <= KNOWN


def test_there_is_a_unit_for_every_process() -> None:
    assert {unit.stem.removeprefix("genial-") for unit in UNITS} == set(procfile())


def test_the_procfile_has_only_processes_that_stay() -> None:
    """Whoever runs a Procfile ends all of it when one process ends, so preparing is a step before."""
    assert set(procfile()) == {"web", "worker", "post", "bots", "beat"}
    assert f"`{PREPARE}`" in (ROOT / "docs" / "operating.md").read_text()
    (web,) = (unit.read_text() for unit in UNITS if unit.stem == "genial-web")
    assert f"ExecStartPre=/opt/genial/.venv/bin/{PREPARE}\n" in web


def test_compose_runs_what_the_procfile_runs() -> None:
    services = compose()["services"]
    for name, command in {"prepare": PREPARE, **procfile()}.items():
        assert command_words(services[name]["command"]) == command_words(command.split())
        assert set(services[name]["environment"]) <= KNOWN
        assert (DEPLOY / services[name]["build"]["context"]).resolve() == ROOT
        assert (ROOT / services[name]["build"]["dockerfile"]).exists()


def test_compose_declares_the_volumes_it_uses_and_opens_nothing_to_the_world() -> None:
    content = compose()
    used = {mount.split(":")[0] for service in content["services"].values() for mount in service.get("volumes", ())}
    assert used == set(content["volumes"])
    ports = [port for service in content["services"].values() for port in service.get("ports", ())]
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_the_container_file_copies_what_exists_and_sets_only_known_variables() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for source in re.findall(r"^COPY (\S+)", text, re.MULTILINE):
        assert (ROOT / source).exists()
    (line,) = re.findall(r"^ENV (.+)", text, re.MULTILINE)
    assert {pair.split("=")[0] for pair in line.split()} <= KNOWN | {"PYTHONUNBUFFERED"}
    assert "USER genial" in text


def test_what_git_leaves_out_stays_out_of_the_container() -> None:
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    left_out = {line.removeprefix("**/") for line in (ROOT / ".dockerignore").read_text().splitlines()}
    assert ignored - left_out == set()
