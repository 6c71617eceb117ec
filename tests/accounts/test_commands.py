import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import HERE, clean_environment

COMMANDS = [["operator", "--name", "ada", "--password", "correct horse battery"], ["create_token", "ada", "--create"]]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: str(words[0]))
@pytest.mark.parametrize("database", ["absent", "empty"])
def test_on_a_fresh_folder_they_say_to_start_the_site(tmp_path: Path, command: list[str], database: str) -> None:
    if database == "empty":
        (tmp_path / "genial.sqlite3").touch()
    before = list(tmp_path.iterdir())
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=HERE,
        env=clean_environment(GENIAL_DATA=str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: ")
    assert done.stderr.endswith("start the site once with make run.\n")
    assert list(tmp_path.iterdir()) == before
