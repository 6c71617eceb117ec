import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import HERE, clean_environment


# One app alone, for the second does all of it.
@pytest.mark.parametrize("command", [["migrate", "contenttypes"], ["prepare"]], ids=" ".join)
def test_what_the_site_keeps_is_for_its_own_eyes(tmp_path: Path, command: list[str]) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)  # made by somebody else, open to all
    subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=HERE,
        env=clean_environment(GENIAL_DATA=str(data)),
        capture_output=True,
        check=True,
        umask=0o022,
    )
    assert (data / "genial.sqlite3").stat().st_mode & 0o777 == 0o600
