"""Of PostgreSQL's programs the one that fits is taken; what is missing is said in a sentence."""

import pytest

from genial_site.backup import programs
from genial_site.backup.refusal import BackupRefused

HERE = {"/usr/bin/pg_dump": 17, "/usr/lib/postgresql/15/bin/pg_dump": 15, "/usr/lib/postgresql/18/bin/pg_dump": 18}


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "candidates", lambda _name: list(HERE))
    monkeypatch.setattr(programs, "major_of", HERE.__getitem__)


@pytest.mark.parametrize(("server", "taken"), [(13, 15), (15, 15), (16, 17), (18, 18)])
def test_the_oldest_that_knows_the_server_is_taken(server: int, taken: int) -> None:
    path, major = programs.fitting("pg_dump", server)
    assert (HERE[path], major) == (taken, taken)


def test_programs_that_are_too_old_are_told_by_version() -> None:
    with pytest.raises(
        BackupRefused, match=r"pg_dump of PostgreSQL 19 or newer, and this machine has only 18; install"
    ):
        programs.fitting("pg_dump", 19)


def test_programs_that_are_not_there_are_told_by_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "candidates", lambda _name: [])
    with pytest.raises(BackupRefused, match=r"pg_restore is not on this machine .*apt-get install postgresql-client"):
        programs.fitting("pg_restore", 17)
