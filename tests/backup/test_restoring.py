"""A site of one folder, packed and put back."""

import fcntl
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from genial_site.backup import making, occupation, restoring, sqlite
from genial_site.backup.refusal import BackupRefused
from tests.running import prepared

from .folders import FILL, Folder

pytestmark = pytest.mark.embedded
NOW = datetime(2026, 11, 18, 8, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A site that was used, and has a backup."""
    folder = Folder(prepared(tmp_path_factory.mktemp("backup") / "data"))
    folder.shell(FILL)
    return folder


@pytest.fixture(scope="module")
def packed(site: Folder) -> Path:
    (path,) = (site.data / "backups").iterdir()
    return path


def test_a_backup_leaves_a_note_and_nothing_else(site: Folder, packed: Path) -> None:
    note = json.loads((site.data / "last-backup.json").read_text())
    assert note["file"] == str(packed)
    assert note["bytes"] == packed.stat().st_size
    assert datetime.fromisoformat(note["made_at"]).tzinfo == UTC
    assert packed.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in site.data.glob(".*")] == []


def test_a_site_comes_back_on_another_machine(site: Folder, packed: Path, tmp_path: Path) -> None:
    other = Folder(tmp_path / "data")
    done = other.manage("restore", str(packed))
    assert done.returncode == 0, done.stderr
    assert "2 games agree with their log." in done.stdout
    assert done.stdout.endswith("The site may start.\n")
    assert other.rows() == site.rows()
    for name in ("secret-key", "vapid-key", "media/picture.png"):
        assert (other.data / name).read_bytes() == (site.data / name).read_bytes()
        assert (other.data / name).stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in other.data.iterdir()) == [
        "genial.sqlite3",
        "lock",
        "media",
        "secret-key",
        "vapid-key",
    ]


def test_a_site_in_use_is_replaced_only_by_force_and_kept_aside(site: Folder, packed: Path, tmp_path: Path) -> None:
    used = Folder(tmp_path / "data")
    shutil.copytree(site.data, used.data)
    (used.data / "secret-key").write_text("another key, of the site that was\n")
    (used.data / "media" / "later.png").touch()
    before = used.rows(), used.everything()
    refused = used.manage("restore", str(packed))
    assert refused.returncode == 1
    assert refused.stderr.endswith(
        "was not restored: this site has 2 accounts already; --force moves all of it aside and puts the backup in its "
        "place.\n"
    )
    assert (used.rows(), used.everything()) == before
    done = used.manage("restore", str(packed), "--force")
    assert done.returncode == 0, done.stderr
    (aside,) = used.data.glob("before-restore-*")
    assert f"What was here before is kept in {aside}.\n" in done.stdout
    assert (aside / "secret-key").read_text() == "another key, of the site that was\n"
    assert (aside / "media" / "later.png").exists()
    assert (aside / "genial.sqlite3").exists()
    assert (used.data / "secret-key").read_bytes() == (site.data / "secret-key").read_bytes()
    assert not (used.data / "media" / "later.png").exists()


# --- what stands in the way: in this process, on a folder that is no site ---------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUPS = tmp_path / "backups"
    settings.REDIS_URL = ""
    monkeypatch.setattr(sqlite, "path", lambda: settings.DATA_DIR / "genial.sqlite3")
    yield settings.DATA_DIR
    connection.close()


def refused(packed: Path, sentence: str, data: Path) -> None:
    before = Folder(data).everything()
    with pytest.raises(BackupRefused, match=sentence):
        restoring.restore(packed, now=NOW)
    assert Folder(data).everything() == before


def test_the_archive_can_be_proved_without_restoring_it(
    packed: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("restore", str(packed), check=True)
    assert "is sound: 4 files as version" in capsys.readouterr().out
    assert list(elsewhere.iterdir()) == []


def test_a_running_site_is_left_alone(packed: Path, elsewhere: Path) -> None:
    with (elsewhere / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("1")
        lock.flush()
        refused(packed, "in use by a site that runs already", elsewhere)


def test_processes_without_a_lock_are_noticed(packed: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(elsewhere / "genial.sqlite3")) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("CREATE TABLE used (id)")
        with pytest.raises(BackupRefused, match="another process has the database open; stop all processes"):
            restoring.restore(packed, now=NOW)
    monkeypatch.setattr(occupation, "answering_workers", lambda: ["bots@here"])
    refused(packed, "the worker bots@here still runs", elsewhere)


def test_a_damaged_archive_changes_nothing(packed: Path, elsewhere: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.tar.gz"
    content = bytearray(packed.read_bytes())
    content[-2000] ^= 1
    damaged.write_bytes(content)
    refused(damaged, "cannot be unpacked|is damaged|does not name", elsewhere)


def test_a_failure_half_way_puts_all_back(packed: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("genial.sqlite3", "secret-key", "media/old.png", "broker/appendonly"):
        (elsewhere / name).parent.mkdir(exist_ok=True)
        (elsewhere / name).write_text("of before")

    def fail() -> None:
        raise OSError("no room left")

    monkeypatch.setattr(restoring, "prepare_database", fail)
    monkeypatch.setattr(restoring, "refuse_occupied", lambda: None)
    refused(packed, "no room left; all is as it was before", elsewhere)
    assert (elsewhere / "genial.sqlite3").read_text() == "of before"
    assert not list(elsewhere.glob("before-restore-*"))


# --- many backups -----------------------------------------------------------------------------------


def test_only_the_newest_are_kept_and_only_backups_are_removed(tmp_path: Path) -> None:
    names = [datetime(2026, 11, day, tzinfo=UTC).strftime(making.NAMED) for day in range(1, 6)]
    for name in (*names, "genial-notes.txt", "holiday.tar.gz"):
        (tmp_path / name).touch()
    assert [path.name for path in making.prune(tmp_path, 2)] == names[2::-1]
    assert making.prune(tmp_path, None) == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == [*names[3:], "genial-notes.txt", "holiday.tar.gz"]


def test_what_cannot_be_packed_is_told_in_a_sentence(elsewhere: Path) -> None:
    with pytest.raises(BackupRefused, match="there is no database yet"):
        making.back_up(now=NOW)
    (elsewhere / "genial.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(BackupRefused, match="the database cannot be copied"):
        making.back_up(now=NOW)
    assert list((elsewhere.parent / "backups").iterdir()) == []
