"""Backup and restore tried for real, on PostgreSQL and Redis; `python -m tests.backup` does it on SQLite, too."""

import subprocess
from pathlib import Path

import psycopg
import pytest

from genial_site.backup import archive, programs

from .folders import Folder
from .places import on_services
from .trial import try_it

pytestmark = pytest.mark.services
SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_restore_%'"


def test_a_site_that_was_wiped_out_comes_back(tmp_path: Path) -> None:
    place = on_services(tmp_path / "site")
    figures = try_it(place, games=2)
    assert "kept in" not in figures.said  # there was nothing
    site = Folder(place.data, place.env)

    with psycopg.connect(place.env["DATABASE_URL"]):
        busy = site.manage("restore", str(figures.kept), "--force")
    assert "the database has 1 other connection; stop all processes of the site first." in busy.stderr

    occupied = site.manage("restore", str(figures.kept))
    assert "this site has 4 accounts already; --force moves all of it aside" in occupied.stderr

    forced = site.manage("restore", str(figures.kept), "--force")
    assert forced.returncode == 0, forced.stderr
    with psycopg.connect(place.env["DATABASE_URL"]) as connection:
        ((aside,),) = connection.execute(SCHEMAS).fetchall()
        assert f"What was here before is kept in the schema {aside} of the same database." in forced.stdout
        assert connection.execute(f"SELECT count(*) FROM {aside}.accounts_user").fetchone() == (4,)

    again = site.manage("backup")
    assert again.returncode == 0, again.stderr
    (path,) = (place.data / "backups").iterdir()
    told = archive.unpack(path, tmp_path / "unpacked")
    program, _major = programs.fitting("pg_restore", int(told.database["pg_dump"]))
    listed = subprocess.run([program, "--list", str(tmp_path / "unpacked" / "database.pgdump")], capture_output=True)
    assert b"TABLE DATA public accounts_user" in listed.stdout
    assert aside.encode() not in listed.stdout  # what is kept aside is no part of the site
