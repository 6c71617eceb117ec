"""Moving to another kind of database: nothing is lost, nothing changes, and new rows get new numbers."""

import json
from pathlib import Path
from typing import Any

import pytest

from genial_site.backup import copying
from genial_site.backup.refusal import BackupRefused
from tests.running import prepared

from .folders import FILL, Folder

COPY = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("copy_database", "{source}")
from tests.tables import person
print("next", person("newcomer-{number}").pk)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = Folder(prepared(tmp_path_factory.mktemp("copying") / "data"))
    folder.shell(FILL)
    return folder


def inserts(folder: Folder) -> list[str]:
    """Every row, whatever order the tables are in; without who came later, and without what migrations noted."""
    later = ("sqlite_sequence", "django_migrations")
    rows = [line for line in folder.rows() if line.startswith("INSERT") and "newcomer-" not in line]
    return sorted(line for line in rows if not any(name in line.split("VALUES")[0] for name in later))


def rows(folder: Folder) -> dict[tuple[str, Any], Any]:
    """As Django reads them: PostgreSQL has its own order of the names in an object."""
    told = json.loads(folder.manage("dumpdata", "--all").stdout)
    return {(row["model"], str(row["pk"])): row["fields"] for row in told}


@pytest.mark.embedded
def test_every_row_is_copied_as_it_is(site: Folder, tmp_path: Path) -> None:
    copy = Folder(prepared(tmp_path / "copy"))
    told = copy.shell(COPY.format(source=f"sqlite:///{site.data}/genial.sqlite3", number=1))
    assert "2 games agree with their log." in told
    assert "next 3\n" in told
    assert inserts(copy) == inserts(site)
    assert len(inserts(site)) > 100
    again = copy.manage("copy_database", f"sqlite:///{site.data}/genial.sqlite3")
    assert again.stderr == (
        "CommandError: Nothing was copied: the site's own database has accounts already; it must be new.\n"
    )


@pytest.mark.services
def test_a_site_moves_to_postgresql_and_back(site: Folder, tmp_path: Path) -> None:
    from .places import on_services

    place = on_services(tmp_path / "services")
    there = Folder(place.data, place.env)
    told = there.shell(COPY.format(source=f"sqlite:///{site.data}/genial.sqlite3", number=1))
    assert "2 games agree with their log." in told
    assert "next 3\n" in told  # the sequence is behind the highest number
    back = Folder(prepared(tmp_path / "back"))
    assert "2 games agree with their log." in back.shell(COPY.format(source=place.env["DATABASE_URL"], number=2))
    before, after = rows(site), rows(back)
    assert {key: after.get(key) for key in before} == before
    assert len(before) > 100


@pytest.mark.parametrize("url", ["", "mysql://localhost/genial", "genial.sqlite3"])
def test_a_source_that_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(BackupRefused, match="the source must be"):
        copying.open_source(url)
