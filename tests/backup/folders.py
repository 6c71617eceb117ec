"""Sites that do not run: a data folder each, and what an operator does beside it."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.running import HERE, clean_environment

FILL = """
from django.core.management import call_command
from tests.backup.folders import fill
fill()
call_command("backup", keep=3)
"""


@dataclass(frozen=True)
class Folder:
    data: Path
    env: dict[str, str] = field(default_factory=dict)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=HERE,
            env=clean_environment(GENIAL_DATA=str(self.data), **self.env),
            capture_output=True,
            text=True,
            check=False,
        )

    def shell(self, script: str) -> str:
        done = self.manage("shell", "--no-imports", "-c", script)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self) -> list[str]:
        """All that an SQLite database holds, as the statements that would make it anew."""
        with closing(sqlite3.connect(self.data / "genial.sqlite3")) as opened:
            return list(opened.iterdump())

    def everything(self) -> dict[str, bytes]:
        """All files but the lock, which names a process, and the database, whose rows are another matter."""
        files = (path for path in sorted(self.data.rglob("*")) if path.is_file() and path.name != "lock")
        return {str(path): path.read_bytes() for path in files if not path.name.startswith("genial.sqlite3")}


def fill() -> None:
    """Run inside a site: people, a finished game, one under way, a chance to sign in, and something on the disk."""
    from django.conf import settings

    from tests.tables import people, play_on, running_game

    ada, bob = people("ada", "bob")
    ada.set_password("correct horse battery")
    ada.save()
    play_on(running_game(ada, bob, rules="koepfchen"))
    play_on(running_game(ada, bob), turns=3)
    str(settings.VAPID_KEY)  # made when it is first looked at
    settings.MEDIA_ROOT.mkdir()
    (settings.MEDIA_ROOT / "picture.png").write_bytes(b"\x89PNG")
