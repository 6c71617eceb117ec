"""The whole site in one command: that it starts, stops, recovers and says why it cannot start."""

import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.running import HERE, RunningSite, clean_environment, eventually, free_port, prepared

pytestmark = pytest.mark.embedded

MAKE_OLD_SESSION = """
from datetime import datetime, UTC
from django.contrib.sessions.models import Session
Session.objects.create(session_key="{key}", session_data="", expire_date=datetime(2000, 1, 1, tzinfo=UTC))
"""
CLEAR_SESSIONS = """
from accounts.tasks import clear_expired_sessions
clear_expired_sessions.delay()
"""
OLD_SESSION = MAKE_OLD_SESSION + CLEAR_SESSIONS
UNTIL_IT_IS_TAKEN = """
import time
from genial_site.celery import app
with app.connection_for_read() as connection:
    channel = connection.default_channel
    deadline = time.monotonic() + 30
    while not channel.client.hlen(channel.unacked_key) and time.monotonic() < deadline:
        time.sleep(0.05)
    print("taken" if channel.client.hlen(channel.unacked_key) == 1 else "not taken")
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def opened(data: Path) -> closing[sqlite3.Connection]:
    """The site's database, each statement a transaction of its own."""
    return closing(sqlite3.connect(data / "genial.sqlite3", isolation_level=None))


def sessions(data: Path) -> int:
    with opened(data) as database:
        count: int = database.execute("SELECT count(*) FROM django_session").fetchone()[0]
        return count


def test_it_starts_stops_as_one_and_finds_everything_as_it_was(data: Path) -> None:
    with RunningSite(data) as site:
        assert_everybody_is_there(site)
        site.manage("operator", "--name", "ada", "--password", "correct horse battery")
        assert_it_stops_as_one(site, signal.SIGTERM)
    key = (data / "secret-key").read_text()
    assert (data / "secret-key").stat().st_mode & 0o777 == 0o600
    with RunningSite(data) as site:
        assert_everybody_is_there(site)
        with opened(data) as database:
            assert database.execute("SELECT username FROM accounts_user").fetchall() == [("ada",)]
        assert (data / "secret-key").read_text() == key
        assert_it_stops_as_one(site, signal.SIGINT)


def assert_everybody_is_there(site: RunningSite) -> None:
    assert site.url in site.said()
    assert f"make operator GENIAL_DATA={site.data} (in another terminal)" in site.said()
    roles = {"broker", "genial_site.web", "worker", "genial_site.post", "genial_site.bots", "beat"}
    assert {site.role(child) for child in site.children()} == roles


def assert_it_stops_as_one(site: RunningSite, number: int) -> None:
    assert site.stop(number) == 0
    assert site.everybody_is_gone()
    assert site.said().endswith("Genial stops ...\n")
    assert "Traceback" not in site.said()


def test_no_task_is_lost_and_what_dies_starts_again(data: Path) -> None:
    """Killed with a task in the queue, then with one in a worker's hands, then process by process."""
    with RunningSite(prepared(data)) as site:
        for worker in site.having("worker"):
            worker.suspend()  # so that the task is surely still queued
        site.manage("shell", "-v", "0", "-c", OLD_SESSION.format(key="queued"))
        kill(site)
        assert sessions(data) == 1
    with RunningSite(data) as site:
        assert eventually(lambda: sessions(data) == 0)
        site.manage("shell", "-v", "0", "-c", MAKE_OLD_SESSION.format(key="taken"))
        with opened(data) as database:
            database.execute("BEGIN IMMEDIATE")  # so that the task is taken, but cannot be done
            assert site.manage("shell", "-v", "0", "-c", CLEAR_SESSIONS + UNTIL_IT_IS_TAKEN) == "taken"
            kill(site)
            database.execute("ROLLBACK")
        assert sessions(data) == 1
    with RunningSite(data) as site:
        assert eventually(lambda: sessions(data) == 0)
        for role in ("genial_site.web", "worker", "genial_site.post", "genial_site.bots", "beat", "broker"):
            (before,) = site.having(role)
            before.kill()
            assert eventually(partial(replaced, site, before, role)), site.said()
        assert eventually(site.answers)
        site.manage("shell", "-v", "0", "-c", OLD_SESSION.format(key="after"))
        assert eventually(lambda: sessions(data) == 0)


def kill(site: RunningSite) -> None:
    """The supervisor alone, with -9: it takes the others with it."""
    site.kill()
    assert site.everybody_is_gone()


def replaced(site: RunningSite, before: psutil.Process, role: str) -> bool:
    return site.having(role) not in ([], [before])


IN_ONE_PROCESS = (
    """
import time
import django
django.setup()
from genial_site.in_process import run_workers_and_beat
run_workers_and_beat()
"""
    + OLD_SESSION.format(key="old")
    + """
deadline = time.monotonic() + 15
while Session.objects.exists() and time.monotonic() < deadline:
    time.sleep(0.05)
print(Session.objects.count(), flush=True)
import os
os._exit(0)
"""
)


def test_tasks_run_in_the_web_process_where_there_is_no_broker(data: Path) -> None:
    env = clean_environment(GENIAL_DATA=str(prepared(data)), DJANGO_SETTINGS_MODULE="genial_site.settings")
    done = subprocess.run(
        [sys.executable, "-c", IN_ONE_PROCESS],
        cwd=HERE,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "0\n", done.stderr


# --- what it refuses -------------------------------------------------------------------------------


def refusal(data: Path, **env: str) -> str:
    """What `serve` says, in one line, when it does not start."""
    env = {"PORT": str(free_port()), **env}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=HERE,
        env=clean_environment(GENIAL_DATA=str(data), **env),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_in_use_is_refused(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in refusal(data, PORT=str(port))


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot be written to (Not a directory)" in refusal(tmp_path / "file" / "data")


def test_a_file_that_is_no_database_is_refused(data: Path) -> None:
    data.mkdir()
    (data / "genial.sqlite3").write_bytes(b"no database at all" * 1000)
    assert "genial.sqlite3 is broken (file is not a database)" in refusal(data)


def test_a_damaged_database_is_refused(data: Path) -> None:
    data.mkdir()
    database = data / "genial.sqlite3"
    with opened(data) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
        connection.executemany("INSERT INTO things VALUES (?)", [("x" * 500,)] * 500)
    content = bytearray(database.read_bytes())
    content[4096 : 3 * 4096] = b"\xff" * 2 * 4096
    database.write_bytes(content)
    assert "genial.sqlite3 is broken" in refusal(data)


def test_the_database_of_a_newer_version_is_refused(data: Path) -> None:
    with opened(prepared(data)) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('accounts', '9999_future', '2030-01-01')"
        )
    assert "newer version of the site (it has accounts.9999_future)" in refusal(data)


def test_the_database_of_another_program_is_refused_and_left_alone(data: Path) -> None:
    data.mkdir()
    with opened(data) as connection:
        connection.execute("CREATE TABLE accounts_user (name TEXT)")
    assert "genial.sqlite3 has a table accounts_user already, and no record that this site made it" in refusal(data)
    with opened(data) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("accounts_user",)]


def test_a_table_in_the_way_of_an_upgrade_is_named(data: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "contenttypes"],
        cwd=HERE,
        env=clean_environment(GENIAL_DATA=str(data)),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    with opened(data) as connection:
        connection.execute("CREATE TABLE accounts_user (name TEXT)")
    assert 'cannot be brought up to this version (table "accounts_user" already exists)' in refusal(data)


def test_a_database_server_that_does_not_answer_is_refused(data: Path, tmp_path: Path) -> None:
    said = refusal(data, DATABASE_URL=f"postgres://ada:secret@/genial?host={tmp_path}")
    assert "the database at DATABASE_URL does not work" in said
    assert "secret" not in said


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "/{folder}/socket"])
def test_a_broker_that_does_not_answer_is_refused(data: Path, tmp_path: Path, address: str) -> None:
    place = address.format(port=free_port(), folder=tmp_path)
    said = refusal(data, REDIS_URL=f"unix:/{place}" if "socket" in place else f"redis://ada:secret@{place}/0")
    assert "Genial cannot start: the broker at REDIS_URL does not answer (Error " in said
    assert "secret" not in said


def test_a_bad_setting_is_refused(data: Path) -> None:
    assert "PORT is 'http', but must be a port number" in refusal(data, PORT="http")
