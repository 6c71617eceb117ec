"""PostgreSQL's own programs: the one on this machine whose version fits."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo

from .refusal import BackupRefused

PLACES = Path("/usr/lib/postgresql")


def fitting(name: str, major: int) -> tuple[str, int]:
    """The oldest of those that know that version of PostgreSQL: older programs cannot read what newer ones write."""
    found = {path: major_of(path) for path in candidates(name)}
    fit = sorted((has, path) for path, has in found.items() if has >= major)
    if fit:
        return fit[0][1], fit[0][0]
    if not found:
        raise BackupRefused(f"{name} is not on this machine (Debian and Ubuntu: apt-get install postgresql-client).")
    raise BackupRefused(
        f"it takes {name} of PostgreSQL {major} or newer, and this machine has only {max(found.values())}; "
        f"install postgresql-client-{major}."
    )


def candidates(name: str) -> list[str]:
    on_path = shutil.which(name)
    return [*([on_path] if on_path else []), *(str(path) for path in sorted(PLACES.glob(f"*/bin/{name}")))]


@cache
def major_of(path: str) -> int:
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    number = re.search(r"\(PostgreSQL\) (\d+)", told)
    return int(number[1]) if number else 0


def run(command: list[str]) -> None:
    """Run one of them on the site's database; the password goes by the environment, which nobody else can list."""
    database = connection.settings_dict
    env: Mapping[str, str] = os.environ | ({"PGPASSWORD": database["PASSWORD"]} if database["PASSWORD"] else {})
    options = {name: value for name, value in database["OPTIONS"].items() if isinstance(value, str)}
    where = make_conninfo(
        dbname=database["NAME"],
        user=database["USER"] or None,
        host=database["HOST"] or None,
        port=database["PORT"] or None,
        **options,
    )
    done = subprocess.run([*command, f"--dbname={where}"], env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise BackupRefused(f"{Path(command[0]).name} failed ({lines[0]}).")
