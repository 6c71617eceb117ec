"""The bootstrap script: that it lists, refuses and decides well. CI tries `make run` itself: tests/first_start.py."""

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def dev(tmp_path: Path) -> Any:
    """The script as a module, with a virtual environment elsewhere and no installing."""
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec
    assert spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.HERE = module.VENV = str(tmp_path)
    module.STAMP = str(tmp_path / "installed.json")
    module.installs = []
    module.install = module.installs.append
    return module


def test_it_imports_the_standard_library_alone() -> None:
    tree = ast.parse((ROOT / "dev.py").read_text())
    imported = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {str(node.module).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= sys.stdlib_module_names


def test_old_pythons_can_read_it() -> None:
    ast.parse((ROOT / "dev.py").read_text(), feature_version=(3, 7))


def test_an_old_python_is_turned_away_with_a_sentence(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (3, 8, 1))
    monkeypatch.setattr(dev.shutil, "which", lambda _name: None)
    with pytest.raises(dev.Refused, match=r"needs Python 3\.11 or newer, and this is Python 3\.8"):
        dev.main()


def test_it_installs_once_and_again_when_the_lock_changes(dev: Any, tmp_path: Path) -> None:
    for name in ("run", "dev"):
        (tmp_path / f"{name}.txt").write_text("one")
        dev.LOCKS[name] = str(tmp_path / f"{name}.txt")
    dev.ensure("run")
    dev.ensure("run")
    assert dev.installs == ["run"]
    dev.ensure("dev")  # holds the run set, too
    dev.ensure("run")
    assert dev.installs == ["run", "dev"]
    (tmp_path / "run.txt").write_text("two")
    (tmp_path / "dev.txt").write_text("two")
    dev.ensure("run")
    assert dev.installs == ["run", "dev", "dev"]
    assert list(json.loads((tmp_path / "installed.json").read_text())) == ["run", "dev"]


def test_an_unknown_command_is_refused_without_a_traceback() -> None:
    done = subprocess.run([sys.executable, "dev.py", "dance"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "dev.py: There is no command 'dance'; python3 dev.py lists them.\n"


def test_make_hands_its_variables_on(tmp_path: Path) -> None:
    wanted = [f"GENIAL_DATA={tmp_path}/a b", "PORT=9001"]
    done = subprocess.run(
        ["make", "operator", *wanted, "PYTHON=sh -c env"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(wanted) <= set(done.stdout.splitlines())


def test_ci_tries_make_run() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "  .venv/bin/python -m tests.first_start\n} >" in script  # the last of those beside, whose verdict is theirs
    assert 'wait "$beside" || failed+=' in script


def test_make_alone_lists_what_it_can_do() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = (ROOT / "Makefile").read_text().split(".PHONY:")[1].splitlines()[0].split()
    assert all(f"make {target} " in done.stdout for target in targets)


def test_a_backup_is_found_from_where_restoring_was_called(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(dev, "ensure", lambda _kind: None)
    monkeypatch.setattr(dev, "become", lambda *words: called.append(words))
    dev.restore("--force", "backups/one.tar.gz")
    monkeypatch.setenv("ARCHIVE", "/elsewhere/two.tar.gz")
    dev.restore()
    here = str(Path.cwd() / "backups" / "one.tar.gz")
    assert called == [
        ("manage.py", "restore", "--force", here),
        ("manage.py", "restore", "/elsewhere/two.tar.gz"),
    ]
