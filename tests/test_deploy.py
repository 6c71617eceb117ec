"""The files in deploy/ cannot be run here, so they are read closely."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from genial_site.environment import VARIABLES

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
KNOWN = {variable.name for variable in VARIABLES}
PREPARE = "python manage.py prepare"
BACKUP = "genial-backup"
UNITS = sorted(unit for unit in DEPLOY.glob("*.service") if unit.stem != BACKUP)
ALL_UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
EXPOSURE = 2.0
"""The most that `systemd-analyze security` may say, of 10: it calls 9 unsafe, and 2 safe."""


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


def read_unit(unit: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)  # some keys add to what was said before
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit.read_text())
    return parser


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_unit_is_complete_and_runs_what_the_procfile_runs(unit: Path) -> None:
    parser = read_unit(unit)
    assert parser.sections() == ["Unit", "Service", "Install"]
    service = parser["Service"]
    assert service["EnvironmentFile"] == "/etc/genial.env"
    assert service["User"] == "genial"
    assert service["Restart"] == "always"
    assert parser["Install"]["WantedBy"] == "multi-user.target"
    command = service["ExecStart"].replace("/opt/genial/.venv/bin/python", "python")
    assert command == procfile()[unit.stem.removeprefix("genial-")]
    assert set(re.findall(r"\$\{?(\w+)", unit.read_text())) <= KNOWN


def test_a_timer_makes_a_backup_every_night() -> None:
    timer, service = (read_unit(DEPLOY / f"{BACKUP}.{kind}") for kind in ("timer", "service"))
    assert timer["Install"]["WantedBy"] == "timers.target"
    assert timer["Timer"]["Persistent"] == "yes"
    assert service["Service"]["Type"] == "oneshot"
    assert service["Service"]["User"] == "genial"
    assert service["Service"]["EnvironmentFile"] == "/etc/genial.env"
    assert service["Service"]["ExecStart"].startswith("/opt/genial/.venv/bin/python manage.py backup --keep ")


def fences(unit: Path) -> set[str]:
    """What keeps a process from reaching beyond its own things."""
    words = ("Protect", "Private", "Restrict", "SystemCall", "Capability", "NoNew", "UMask", "StateDirectory", "Lock")
    return {line for line in unit.read_text().splitlines() if line.startswith(words)}


def test_all_units_are_fenced_in_alike() -> None:
    (fenced,) = {frozenset(fences(unit)) for unit in (*UNITS, DEPLOY / f"{BACKUP}.service")}
    assert {"ProtectSystem=strict", "NoNewPrivileges=yes", "StateDirectory=genial", "UMask=0077"} <= fenced
    free = {unit.stem for unit in UNITS if "MemoryDenyWriteExecute=yes" not in unit.read_text().splitlines()}
    assert free == {"genial-bots"}  # which compiles


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze on this machine")
@pytest.mark.parametrize("unit", ALL_UNITS, ids=lambda path: path.name)
def test_systemd_understands_its_units_and_finds_them_safe(unit: Path, tmp_path: Path) -> None:
    for other in ALL_UNITS:
        there = other.read_text().replace("/opt/genial/.venv/bin/python", sys.executable)
        (tmp_path / other.name).write_text(there.replace("WorkingDirectory=/opt/genial", f"WorkingDirectory={ROOT}"))
    checked = run_systemd("verify", "--man=no", str(tmp_path / unit.name))
    about_ours = [line for line in checked.stderr.splitlines() if "genial" in line]
    assert (checked.returncode, about_ours) == (0, [])
    if unit.suffix == ".service":
        judged = run_systemd("security", "--offline=yes", f"--threshold={int(EXPOSURE * 10)}", str(unit))
        assert judged.returncode == 0, judged.stdout.splitlines()[-1]


def run_systemd(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def test_there_is_a_unit_for_every_process() -> None:
    assert {unit.stem.removeprefix("genial-") for unit in UNITS} == set(procfile())


def test_the_procfile_has_only_processes_that_stay() -> None:
    """Whoever runs a Procfile ends all of it when one process ends, so preparing is a step before."""
    assert set(procfile()) == {"web", "worker", "post", "bots", "beat"}
    assert f"`{PREPARE}`" in (ROOT / "docs" / "operating" / "several-machines.md").read_text()
    (web,) = (unit.read_text() for unit in UNITS if unit.stem == "genial-web")
    assert f"ExecStartPre=/opt/genial/.venv/bin/{PREPARE}\n" in web


def test_compose_runs_what_the_procfile_runs() -> None:
    services = compose()["services"]
    for name, command in {"prepare": PREPARE, **procfile()}.items():
        assert command_words(services[name]["command"]) == command_words(command.split())
        assert set(services[name]["environment"]) <= KNOWN
        assert (DEPLOY / services[name]["build"]["context"]).resolve() == ROOT
        assert (ROOT / services[name]["build"]["dockerfile"]).exists()
    assert {"backup", "postgres", "valkey"} == set(services) - set(procfile()) - {"prepare"}
    assert "python manage.py backup --keep " in services["backup"]["command"][-1]


def test_compose_is_written_as_compose_files_are() -> None:
    content = compose()
    assert set(content) <= {"services", "volumes", "x-genial"}
    known = {"build", "command", "cpu_shares", "depends_on", "environment", "healthcheck", "image", "ports", "restart"}
    conditions = {"service_started", "service_healthy", "service_completed_successfully"}
    for name, service in content["services"].items():
        assert set(service) <= known | {"volumes"}, name
        assert ("build" in service) != ("image" in service), name
        assert service["restart"] in ("no", "unless-stopped"), name  # a word: YAML would read no as false
        for other, wish in service.get("depends_on", {}).items():
            assert other in content["services"], name
            assert wish["condition"] in conditions, name
            assert wish["condition"] != "service_healthy" or "healthcheck" in content["services"][other], name
        assert all(isinstance(value, str) for value in service.get("environment", {}).values()), name


def test_the_container_brings_programs_for_the_database_of_compose() -> None:
    """Debian 13 has PostgreSQL 17."""
    image = compose()["services"]["postgres"]["image"]
    assert image == "postgres:17"
    text = (DEPLOY / "Containerfile").read_text()
    assert "-trixie" in text
    assert "postgresql-client" in text


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
