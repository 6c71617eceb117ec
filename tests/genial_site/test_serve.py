"""The whole site in one command: that it starts, stops, recovers and says why it cannot start."""

import http.client
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.running import HERE, RunningSite, clean_environment, eventually, free_port

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
UNFINISHED = """
from genial_site.celery import app
with app.connection_for_read() as connection:
    channel = connection.default_channel
    print(channel.client.hlen(channel.unacked_key))
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_starts_says_where_it_is_and_stops_as_one(data: Path, number: int) -> None:
    with RunningSite(data) as site:
        assert site.url in site.said()
        assert f"make operator GENIAL_DATA={data} (in another terminal)" in site.said()
        roles = {"broker", "genial_site.web", "worker", "genial_site.post", "genial_site.bots", "beat"}
        assert {site.role(child) for child in site.children()} == roles
        assert site.stop(number) == 0
        assert site.everybody_is_gone()
        assert site.said().endswith("Genial stops ...\n")
        assert "Traceback" not in site.said()


def test_a_second_start_finds_everything_as_it_was(data: Path) -> None:
    with RunningSite(data) as site:
        site.manage("operator", "--name", "ada", "--password", "correct horse battery")
    key = (data / "secret-key").read_text()
    assert (data / "secret-key").stat().st_mode & 0o777 == 0o600
    with RunningSite(data) as site:
        assert (
            site.manage("shell", "-v", "0", "-c", "from accounts.models import User; print(User.objects.get())")
            == "ada"
        )
        assert (data / "secret-key").read_text() == key


def test_static_files_come_under_hashed_names_and_may_be_kept_for_ever(data: Path) -> None:
    with RunningSite(data) as site:
        path = re.search(r"/static/[\w./-]+\.[0-9a-f]{12}\.css", site.get("/"))
        assert path
        with urllib.request.urlopen(site.url + path[0]) as response:
            assert "immutable" in response.headers["Cache-Control"]


def test_slow_bodies_hold_nobody_up_and_chunked_ones_arrive(data: Path) -> None:
    with RunningSite(data) as site, ExitStack() as stack:
        site.manage("operator", "--name", "ada", "--password", "correct horse battery")
        token = site.manage("create_token", "ada")
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", site.port))) for _ in range(40)]
        begun = f"POST /api/v1/games/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        begun += "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{}"
        for connection in slow:
            connection.sendall(begun.encode())
        time.sleep(0.5)
        with urllib.request.urlopen(site.url, timeout=3) as response:
            assert response.status == 200
        table = b'{"rules": "genial", "seats": [{"me": true}, {"open": true}]}'
        chunked = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
        stack.callback(chunked.close)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        chunked.request("POST", "/api/v1/games/", iter([table[:9], table[9:]]), headers, encode_chunked=True)
        assert chunked.getresponse().status == 201
        slow[0].settimeout(15)
        assert slow[0].recv(100).startswith(b"HTTP/1.1 408 ")


def test_a_task_enqueued_before_kill_9_runs_after_the_restart(data: Path) -> None:
    with RunningSite(data) as site:
        for worker in site.having("worker"):
            worker.suspend()  # so that the task is surely still queued
        site.manage("shell", "-v", "0", "-c", OLD_SESSION.format(key="queued"))
        site.kill()
        assert site.everybody_is_gone()
    assert sessions(data) == 1
    with RunningSite(data):
        assert eventually(lambda: sessions(data) == 0)


def test_a_task_that_a_killed_worker_had_taken_runs_at_once_after_the_restart(data: Path) -> None:
    with RunningSite(data) as site:
        site.manage("shell", "-v", "0", "-c", MAKE_OLD_SESSION.format(key="taken"))
        with opened(data) as database:
            database.execute("BEGIN IMMEDIATE")  # so that the task is taken, but cannot be done
            site.manage("shell", "-v", "0", "-c", CLEAR_SESSIONS)
            assert eventually(lambda: site.manage("shell", "-v", "0", "-c", UNFINISHED) == "1")
            site.kill()
            assert site.everybody_is_gone()
            database.execute("ROLLBACK")
    assert sessions(data) == 1
    with RunningSite(data):
        assert eventually(lambda: sessions(data) == 0)


def replaced(site: RunningSite, before: psutil.Process, role: str) -> bool:
    return site.having(role) not in ([], [before])


def test_what_dies_starts_again(data: Path) -> None:
    with RunningSite(data) as site:
        for role in ("genial_site.web", "worker", "genial_site.post", "genial_site.bots", "beat", "broker"):
            (before,) = site.having(role)
            before.kill()
            assert eventually(partial(replaced, site, before, role)), site.said()
        assert eventually(site.answers)
        site.manage("shell", "-v", "0", "-c", OLD_SESSION.format(key="after"))
        assert eventually(lambda: sessions(data) == 0)


def test_a_machine_without_a_broker_works_from_memory(data: Path) -> None:
    with RunningSite(data, "--broker", "memory") as site:
        assert "REDIS_URL" in site.said()
        assert {site.role(child) for child in site.children()} == {"genial_site.web", "genial_site.thinkers"}
        assert site.stop() == 0
        assert "Traceback" not in site.said()


IN_ONE_PROCESS = (
    """
import time
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
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
    env = clean_environment(GENIAL_DATA=str(data), DJANGO_SETTINGS_MODULE="genial_site.settings")
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


def test_a_deep_data_folder_with_blanks_works(tmp_path: Path) -> None:
    data = tmp_path / ("deep folder " * 8 + "and") / ("deep folder " * 8 + "end")
    data.parent.mkdir(parents=True)
    with RunningSite(data) as site:
        site.manage("shell", "-v", "0", "-c", OLD_SESSION.format(key="deep"))
        assert eventually(lambda: sessions(data) == 0)


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
    subprocess.run(
        [sys.executable, "manage.py", "prepare"], cwd=HERE, env=clean_environment(GENIAL_DATA=str(data)), check=True
    )
    with opened(data) as connection:
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


def test_a_data_folder_in_use_is_refused(data: Path) -> None:
    with RunningSite(data) as site:
        assert f"in use by a site that runs already (process {site.process.pid})" in refusal(data)
