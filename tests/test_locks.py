import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["run", "dev"]


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text()


def pins(name: str) -> set[tuple[str, str]]:
    """Names and versions; a package may have two, each for some versions of Python."""
    return set(re.findall(r"^([\w.-]+)==(\S+)", lock(name), re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_place(name: str) -> None:
    assert not re.search(r"://|@ |file:|--(extra-)?index|--find-links|(^|\s)/\w", lock(name))


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_has_hashes(name: str) -> None:
    entries = re.split(r"\n(?=[\w.-]+==)", lock(name).strip())
    assert len(entries) == len(pins(name)) > 20
    assert all("--hash=sha256:" in entry for entry in entries)


def test_tests_run_what_users_run() -> None:
    assert pins("run") <= pins("dev")
