"""An SQLite database: copied page by page in one read transaction, which no writer waits for."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from django.db import connection

from .refusal import BackupRefused

MEMBER = "genial.sqlite3"
BESIDE = ("", "-wal", "-shm", "-journal")


def path() -> Path:
    return Path(connection.settings_dict["NAME"])


def dump(folder: Path) -> dict[str, str]:
    if not path().exists():
        raise BackupRefused("there is no database yet.")
    copy = folder / MEMBER
    try:
        with closing(sqlite3.connect(path(), timeout=20)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        examine(copy)
    except sqlite3.Error as problem:
        raise BackupRefused(f"the database cannot be copied ({problem}).") from problem
    return {"kind": "sqlite"}


def examine(copy: Path) -> None:
    """Find damage now: a broken backup is found when it is made or before it is put back, never after."""
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("PRAGMA journal_mode=DELETE").fetchone()  # one file, with nothing beside it
        (verdict,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BackupRefused(f"the copy of the database is damaged ({verdict}).")


def users() -> str:
    """Who else has it open: only whoever is alone may leave the write-ahead log."""
    if not path().exists():
        return ""
    with closing(sqlite3.connect(path(), timeout=1)) as opened:
        try:
            opened.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as problem:
            return "another process has the database open" if "locked" in str(problem) else ""
        except sqlite3.DatabaseError:
            return ""  # broken: nobody can use it
    return ""


def set_aside(folder: Path, _label: str) -> str:
    for end in BESIDE:
        with suppress(FileNotFoundError):
            beside(end).rename(folder / f"{MEMBER}{end}")
    return ""


def take_back(folder: Path, _label: str) -> None:
    for end in BESIDE:
        beside(end).unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            (folder / f"{MEMBER}{end}").rename(beside(end))


def beside(end: str) -> Path:
    return path().with_name(path().name + end)


def check(folder: Path, _database: Mapping[str, str]) -> None:
    try:
        examine(folder / MEMBER)
    except sqlite3.Error as problem:
        raise BackupRefused(f"the database in it cannot be read ({problem}).") from problem


def load(folder: Path, _database: Mapping[str, str]) -> None:
    path().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / MEMBER).rename(path())
