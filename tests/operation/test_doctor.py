"""The doctor finds what is wrong: every finding with an arrangement that is broken in that way, and whole ones."""

import io
import json
import os
import shutil
import smtplib
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.models import BotTurn, Game, Notice
from genial_site import environment
from genial_site.operation import health
from genial_site.operation.board import board
from genial_site.operation.doctor import (
    brokers,
    configuration,
    databases,
    examining,
    files,
    folders,
    mailing,
    outside,
    playing,
    processes,
)
from genial_site.operation.doctor.finding import Examination, Finding, error, note, warning
from genial_site.operation.doctor.skew import skew
from genial_site.operation.health import Part
from genial_site.operation.heartbeats import Heartbeat
from genial_site.static_files import sources
from tests.tables import fresh, open_table, people, play_turn, running_game


@pytest.fixture(autouse=True)
def home(settings: Any, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    settings.DATA_DIR = folder
    settings.REDIS_URL = ""
    return folder


def levels(examination: Examination) -> list[tuple[str, str]]:
    """What was found, by level and first words; every finding that asks for something says why and what."""
    found = list(examination())
    for finding in found:
        assert finding.what.endswith((".", ")"))
        assert finding.level == "note" or (finding.why and finding.do)
    return [(finding.level, finding.what) for finding in found]


def serious(examination: Examination) -> str:
    """The only finding that is no note."""
    (finding,) = [f"{level}: {what}" for level, what in levels(examination) if level != "note"]
    return finding


def nothing_serious(examination: Examination) -> bool:
    return all(level == "note" for level, _what in levels(examination))


# --- settings --------------------------------------------------------------------------------------


def set_up(settings: Any, **variables: str) -> None:
    read = environment.read(variables)
    settings.ENVIRONMENT = read
    settings.SITE_URL = read["GENIAL_URL"]
    settings.HTTPS = bool(settings.SITE_URL) and settings.SITE_URL.scheme == "https"
    settings.DEBUG = read["GENIAL_DEBUG"]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"PORT": "http"}, "error: PORT is 'http'"),
        ({"GENIAL_DEBUG": "1"}, "error: GENIAL_DEBUG is on."),
        ({"GENIAL_URL": "http://play.example.org"}, "warning: GENIAL_URL begins with http://."),
        ({"GENIAL_HOSTS": "*"}, "warning: GENIAL_HOSTS is *"),
        ({"GENIAL_PROXIES": "*", "GENIAL_BIND": "0.0.0.0"}, "warning: GENIAL_PROXIES is *"),
    ],
)
def test_settings_that_do_harm_are_named(settings: Any, variables: dict[str, str], expected: str) -> None:
    set_up(settings, **variables)
    assert serious(configuration.configuration).startswith(expected)


@pytest.mark.parametrize(
    "variables", [{}, {"GENIAL_URL": "http://localhost:8000"}, {"GENIAL_PROXIES": "*", "GENIAL_BIND": "127.0.0.1"}]
)
def test_settings_of_a_site_at_home_are_fine(settings: Any, variables: dict[str, str]) -> None:
    set_up(settings, **variables)
    assert nothing_serious(configuration.configuration)


@pytest.mark.parametrize(("host", "key", "found"), [("db.example.org", "", 1), ("/run", "", 0), ("db", "a" * 60, 0)])
def test_machines_that_share_a_database_need_one_key(
    settings: Any, monkeypatch: pytest.MonkeyPatch, host: str, key: str, found: int
) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "HOST", host)
    settings.ENVIRONMENT = replace(
        settings.ENVIRONMENT, values={**settings.ENVIRONMENT.values, "GENIAL_SECRET_KEY": key}
    )
    assert len(levels(configuration.keys)) == found


def test_django_itself_is_asked_where_the_site_is_on_the_internet(settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 0
    assert any("SECURE_HSTS_SECONDS" in what for _level, what in levels(configuration.deployment))


# --- the data folder -------------------------------------------------------------------------------


def test_a_folder_in_order_is_fine(home: Path) -> None:
    (home / "secret-key").touch(0o600)
    assert nothing_serious(folders.folders)


def test_a_missing_folder(home: Path) -> None:
    home.rmdir()
    assert serious(folders.folders).startswith("error: There is no data folder")


def test_a_folder_of_somebody_else(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_arguments: False)
    assert "cannot be written to by user" in serious(folders.folders)


def test_files_of_somebody_else(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "genial.sqlite3").touch(0o600)
    own = Path.lstat
    monkeypatch.setattr(Path, "lstat", lambda path: SimpleNamespace(st_uid=own(path).st_uid + 1))
    assert "not everything belongs to the same user: genial.sqlite3." in serious(folders.folders)


@pytest.mark.parametrize(
    ("folder_mode", "key_mode", "named"),
    [(0o755, 0o600, "data."), (0o700, 0o644, "secret-key."), (0o755, 0o640, "data, ")],
)
def test_what_others_may_read(home: Path, folder_mode: int, key_mode: int, named: str) -> None:
    (home / "secret-key").touch()
    (home / "secret-key").chmod(key_mode)
    home.chmod(folder_mode)
    assert named in serious(folders.folders).removeprefix("warning: Others on this machine may look into")


@pytest.mark.parametrize(("free", "level"), [(500_000_000, "warning"), (1_000_000, "error")])
def test_a_disk_that_is_nearly_full(monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    assert serious(folders.folders).startswith(f"{level}: Only {free / 1e6:.0f} MB are free")


@pytest.mark.embedded
def test_sqlite_on_a_network_disk(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(folders, "filesystem_of", lambda _folder: "nfs4")
    assert serious(folders.folders).startswith("error: The SQLite database lies on a network disk (nfs4).")
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    assert nothing_serious(folders.folders)


def test_what_disk_a_folder_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = "/dev/a / ext4 rw 0 0\nserver:/x /srv/my\\040data nfs4 rw 0 0\n"
    monkeypatch.setattr(Path, "read_text", lambda *_arguments, **_options: mounts)
    assert folders.filesystem_of(Path("/srv/my data/genial")) == "nfs4"
    assert folders.filesystem_of(Path("/srv/other")) == "ext4"


# --- the database ----------------------------------------------------------------------------------


@pytest.mark.embedded
def test_a_database_that_is_not_there(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", str(home / "none.sqlite3"))
    assert serious(databases.databases).startswith("error: There is no database ")
    assert not (home / "none.sqlite3").exists()


@pytest.mark.django_db(transaction=True)
def test_a_database_in_order_is_fine() -> None:
    assert nothing_serious(databases.databases)


@pytest.mark.django_db(transaction=True)
def test_a_database_of_an_older_version(monkeypatch: pytest.MonkeyPatch) -> None:
    known = health.disk_migrations() | {("games", f"999{number}_future") for number in range(5)}
    monkeypatch.setattr(health, "disk_migrations", lambda: known)
    assert serious(databases.databases).endswith(
        "it lacks games.9990_future, games.9991_future, games.9992_future and 2 more."
    )


@pytest.mark.embedded
def test_a_database_that_is_broken(monkeypatch: pytest.MonkeyPatch, home: Path, django_db_blocker: Any) -> None:
    (home / "broken.sqlite3").write_bytes(b"no database at all, but long enough to be looked at" * 100)

    def examine() -> None:
        from genial_site.refusal import StartRefused

        raise StartRefused("the database is broken (file is not a database); put a backup in its place.")

    monkeypatch.setitem(connection.settings_dict, "NAME", str(home / "broken.sqlite3"))
    monkeypatch.setattr(databases, "examine_database", examine)
    assert serious(databases.databases).startswith("error: The database is broken (file is not a database)")


@pytest.mark.embedded
def test_sqlite_without_its_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cursor:
        def __enter__(self) -> "Cursor":
            return self

        def __exit__(self, *_problem: object) -> None: ...

        def execute(self, _statement: str) -> None: ...

        def fetchone(self) -> tuple[str]:
            return ("delete",)

    monkeypatch.setattr(databases, "connection", SimpleNamespace(cursor=Cursor))
    assert serious(databases.sqlite).startswith("warning: SQLite keeps its journal as 'delete'")


@pytest.mark.parametrize(
    ("version", "most", "ahead", "expected"),
    [
        (130_004, 100, 0, "error: PostgreSQL is of version 13."),
        (160_004, 20, 0, "warning: PostgreSQL allows for 20 connections."),
        (160_004, 100, 100, "error: The clock of the database server differs from this machine's by 100 s."),
    ],
)
def test_what_can_be_wrong_with_postgresql(
    monkeypatch: pytest.MonkeyPatch, version: int, most: int, ahead: int, expected: str
) -> None:
    class Cursor:
        def __enter__(self) -> "Cursor":
            return self

        def __exit__(self, *_problem: object) -> None: ...

        def execute(self, _statement: str) -> None: ...

        def fetchone(self) -> tuple[float, str]:
            return (time.time() + ahead, str(most))

    monkeypatch.setattr(databases, "connection", SimpleNamespace(cursor=Cursor, pg_version=version))
    assert serious(databases.postgresql).startswith(expected)


@pytest.mark.parametrize(
    ("apart", "found"), [(0.5, []), (5, ["warning"]), (-5, ["warning"]), (40, ["error"]), (-40, ["error"])]
)
def test_clocks_that_differ(apart: float, found: list[str]) -> None:
    assert [finding.level for finding in skew("the broker", 1000 + apart, 1000)] == found


# --- the broker ------------------------------------------------------------------------------------

GOOD = {"redis_version": "7.2.4", "maxmemory": 0, "aof_enabled": 1, "aof_last_write_status": "ok"}


@pytest.mark.parametrize(
    ("known", "saves", "expected"),
    [
        ({"redis_version": "5.0.7"}, "", "error: The broker is of version 5.0.7."),
        ({"maxmemory": 1, "maxmemory_policy": "allkeys-lru"}, "", "error: The broker throws things away"),
        ({"aof_enabled": 0}, "", "warning: The broker keeps nothing on disk."),
        ({"aof_last_write_status": "err"}, "", "error: The broker could not write"),
        ({"rdb_last_bgsave_status": "err"}, "", "error: The broker could not write"),
    ],
)
def test_what_can_be_wrong_with_a_broker(known: dict[str, Any], saves: str, expected: str) -> None:
    assert serious(lambda: brokers.judged({**GOOD, **known}, saves=saves)).startswith(expected)


@pytest.mark.parametrize(
    ("known", "saves"),
    [
        ({}, ""),
        ({"valkey_version": "9.0.1", "redis_version": "7.2.4"}, ""),
        ({"aof_enabled": 0}, "3600 1"),
        ({"aof_enabled": 0}, None),  # it does not tell
        ({"maxmemory": 1, "maxmemory_policy": "noeviction"}, ""),
        ({"maxmemory": 0, "maxmemory_policy": "allkeys-lru"}, ""),
    ],
)
def test_a_broker_in_order_is_fine(known: dict[str, Any], saves: str | None) -> None:
    assert list(brokers.judged({**GOOD, **known}, saves=saves)) == []


def test_a_broker_that_does_not_answer_is_named_without_its_password(settings: Any) -> None:
    settings.REDIS_URL = "redis://ada:secret@127.0.0.1:1/0"
    found = serious(brokers.brokers)
    assert found.startswith("error: The broker does not answer (ConnectionError).")
    assert "secret" not in found


def test_no_broker_is_news_for_a_site_on_the_internet(settings: Any) -> None:
    settings.SITE_URL = None
    assert nothing_serious(brokers.brokers)
    settings.SITE_URL = urlsplit("https://play.example.org")
    assert serious(brokers.brokers).startswith("warning: REDIS_URL is not set")


@pytest.mark.services
def test_a_real_broker_is_fine(settings: Any, request: pytest.FixtureRequest) -> None:
    settings.REDIS_URL = os.environ["REDIS_URL"]
    assert nothing_serious(brokers.brokers)


# --- processes -------------------------------------------------------------------------------------


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    found = [Part(name, "ok", {"processes": 1}) for name in ("site", "post", "bots", "beat")]
    monkeypatch.setattr(processes, "look", lambda _names: found)
    monkeypatch.setattr(processes, "web_server", lambda: iter(()))
    return found


def test_processes_in_order_are_fine(parts: list[Part]) -> None:
    assert nothing_serious(processes.processes)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (Part("site", "dead", {"seconds_ago": 99.0}), "error: No site process has been seen for 99 s."),
        (Part("post", "missing"), "error: No post process has been seen."),
        (Part("beat", "late", {"lag": 75.0}), "warning: Recurring tasks come 75 s late."),
    ],
)
def test_a_process_that_is_missing_or_late(parts: list[Part], part: Part, expected: str) -> None:
    parts[0] = part
    assert serious(processes.processes) == expected


def test_bots_that_get_ready_are_no_trouble(parts: list[Part]) -> None:
    parts[2] = Part("bots", "preparing")
    assert nothing_serious(processes.processes)


def test_two_beats(parts: list[Part]) -> None:
    for pid in (1, 2):
        beat = Heartbeat("beat", "here", pid, time.time())
        board().put(beat.name, {"kind": "beat", "host": "here", "pid": pid, "at": beat.at})
    assert serious(processes.processes) == "error: There are 2 beats: process 1 on here, process 2 on here."


def test_a_long_queue(parts: list[Part], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "queue_lengths", lambda: {"site": 3, "post": 501})
    assert serious(processes.processes) == "warning: 501 tasks wait in the queue post."


def test_a_site_that_does_not_run_is_one_finding(parts: list[Part], monkeypatch: pytest.MonkeyPatch) -> None:
    parts[:] = [Part(part.name, "missing") for part in parts]
    monkeypatch.setattr(processes, "web_server", lambda: iter([warning("No.", "a", "b")]))
    assert serious(processes.processes).startswith("error: The site does not run")


@contextmanager
def answering(said: bytes) -> Iterator[int]:
    """Somebody on a port who says this to everybody."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            if not said.startswith(b"220"):
                self.rfile.readline()
            self.wfile.write(said)

    with socketserver.TCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()


def http(status: str, body: str = "", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (http("200 OK", "ok\n"), []),
        (http("200 OK", "something else"), ["Something else than this site answers"]),
        (http("404 Not Found"), ["No web server answers"]),
    ],
)
def test_who_answers_on_the_port(settings: Any, said: bytes, expected: list[str]) -> None:
    with answering(said) as port:
        settings.PORT = port
        found = [what.split(" on ")[0] for _level, what in levels(processes.web_server)]
    assert found == expected


# --- mail ------------------------------------------------------------------------------------------


@pytest.fixture
def smtp(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.DEFAULT_FROM_EMAIL = "Genial <genial@example.org>"


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (smtplib.SMTPAuthenticationError(535, b"no"), "does not know this name and password."),
        (ssl.SSLError(1, "wrong version"), "error: No secure connection to the mail server"),
        (ConnectionRefusedError(), "does not answer as one (ConnectionRefusedError)."),
        (TimeoutError(), "does not answer as one (TimeoutError)."),
    ],
)
def test_what_can_be_wrong_with_a_mail_server(
    smtp: None, monkeypatch: pytest.MonkeyPatch, problem: Exception, expected: str
) -> None:
    class Connection:
        def open(self) -> None:
            raise problem

    monkeypatch.setattr(mailing, "get_connection", lambda **_options: Connection())
    assert expected in serious(mailing.mailing)


def test_a_mail_server_that_is_none(smtp: None, settings: Any) -> None:
    with answering(b"220 hello\r\n500 I am a teapot\r\n") as port:
        settings.EMAIL_PORT = port
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "ada"
        assert "does not answer as one" in serious(mailing.mailing)


def test_a_sender_from_nowhere(smtp: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEFAULT_FROM_EMAIL = "Genial <genial@localhost>"
    fine = SimpleNamespace(open=lambda: None, close=lambda: None)
    monkeypatch.setattr(mailing, "get_connection", lambda **_options: fine)
    assert serious(mailing.mailing).startswith("warning: Mails come from Genial <genial@localhost>.")


def test_a_site_without_a_mail_server(settings: Any) -> None:
    settings.EMAIL_BACKEND = "genial_site.mail.PrivateFiles"
    settings.SITE_URL = None
    assert nothing_serious(mailing.mailing)
    settings.SITE_URL = urlsplit("https://play.example.org")
    assert serious(mailing.mailing).startswith("warning: EMAIL_URL is not set")


# --- files -----------------------------------------------------------------------------------------


def test_static_files(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    assert serious(files.static_files).startswith("error: The static files have not been collected")
    (tmp_path / ".fingerprint").write_text("another")
    assert serious(files.static_files).startswith("warning: The static files in")
    (tmp_path / ".fingerprint").write_text(sources())
    assert list(files.static_files()) == []


@pytest.mark.parametrize(("days", "expected"), [(0, []), (6, []), (8, ["The last backup is 8 days old."])])
def test_backups_grow_old(home: Path, days: int, expected: list[str]) -> None:
    at = timezone.now() - timedelta(days=days)
    (home / "last-backup.json").write_text(json.dumps({"made_at": at.isoformat()}))
    assert [what for _level, what in levels(files.backups)] == expected


def test_no_backup_at_all() -> None:
    assert serious(files.backups) == "warning: manage.py backup has never been run here."


def test_what_is_made_when_it_is_needed_is_only_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "kept_in", lambda: home / "kernels")
    assert [level for level, _what in levels(files.kernels)] == ["note"]
    (home / "kernels").mkdir()
    (home / "kernels" / "one.nbi").touch()
    assert list(files.kernels()) == []
    assert [level for level, _what in levels(files.keys)] == ["note"]
    (home / "vapid-key").touch()
    assert list(files.keys()) == []


def test_without_a_folder_nothing_is_asked_of_it(home: Path) -> None:
    home.rmdir()
    assert list(files.files()) == []


# --- games -----------------------------------------------------------------------------------------


@pytest.fixture
def game(db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(connection, "close", lambda: None)  # it is the test's own
    return running_game(*people("ada", "bob"))


def test_games_that_go_on_are_fine(game: Game) -> None:
    Game.objects.update(deadline=timezone.now() + timedelta(days=1))
    Notice.objects.all().delete()
    assert list(playing.playing()) == []


def test_a_deadline_that_nobody_watches(game: Game) -> None:
    Game.objects.update(deadline=timezone.now() - timedelta(minutes=6))
    assert serious(playing.stuck).startswith("error: Somebody's time is up")


def test_a_bot_that_does_not_play(game: Game) -> None:
    waiting = open_table(people("eve")[0], {"bot": "greedy"}, order="fixed")
    play_turn(waiting)
    Game.objects.filter(pk=waiting.pk).update(turn_began_at=timezone.now() - timedelta(minutes=6))
    assert serious(playing.stuck).endswith("turns of bots (1).")


def test_a_game_that_cannot_be_read(game: Game) -> None:
    Game.objects.update(state="{}")
    assert serious(playing.unreadable) == f"error: Running games that cannot be read: 1 ({game.pk})."


def notice(game: Game, number: int, **fields: Any) -> None:
    user = fresh(game).host
    assert user
    given = {"kind": "your_turn", "version": 100 + number, "channel": "mail", "state": "failed", **fields}
    now = timezone.now()
    Notice.objects.create(user=user, game=game, created_at=now, **{"due_at": now, **given})


def test_notices_that_wait_for_too_long(game: Game) -> None:
    Notice.objects.all().delete()
    notice(game, 1, state="waiting", due_at=timezone.now() - timedelta(minutes=6))
    assert serious(playing.notices).endswith("more than five minutes ago: 1.")


@pytest.mark.parametrize(("failed", "sent", "found"), [(9, 0, 0), (10, 0, 1), (10, 30, 1), (10, 50, 0)])
def test_notices_that_fail(game: Game, failed: int, sent: int, found: int) -> None:
    Notice.objects.all().delete()
    for number in range(failed):
        notice(game, number)
    for number in range(sent):
        notice(game, 1000 + number, state="sent")
    assert len(levels(playing.notices)) == found


@pytest.mark.parametrize(("replaced", "found"), [(True, 1), (False, 0)])
def test_bots_that_fail(game: Game, replaced: bool, found: int) -> None:
    now = timezone.now()
    BotTurn.objects.create(game=game, version=1, bot="strong", claimed_until=now, at=now, error="x", replaced=replaced)
    assert len(levels(playing.bots)) == found


# --- the address -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (http("200 OK", "ok\n"), "note"),
        (http("200 OK", "something else"), "error: {} leads to something else"),
        (http("301 Moved", "", "Location: /"), "error: {} sends browsers round in circles."),
        (http("400 Bad Request"), "error: {} is turned away by the site itself"),
        (http("502 Bad Gateway"), "error: {} answers with status 502."),
    ],
)
def test_how_people_reach_the_site(settings: Any, said: bytes, expected: str) -> None:
    with answering(said) as port:
        settings.SITE_URL = urlsplit(f"http://127.0.0.1:{port}")
        (found,) = outside.outside()
    told = found.level if expected == "note" else f"{found.level}: {found.what}"
    assert told.startswith(expected.format(f"http://127.0.0.1:{port}"))


def test_an_address_that_does_not_answer(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SITE_URL = urlsplit("http://127.0.0.1:1")
    assert "does not answer" in serious(outside.outside)
    settings.SITE_URL = None
    assert serious(outside.outside) == "error: GENIAL_URL is not set."


# --- all of it -------------------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, **found: list[Finding]) -> tuple[int, str]:
    monkeypatch.setattr(
        examining, "EXAMINATIONS", {name: (lambda these=these: iter(these)) for name, these in found.items()}
    )
    said = io.StringIO()
    try:
        call_command("doctor", *arguments, stdout=said)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue()
    return 0, said.getvalue()


BAD, POOR, FINE = error("It is broken.", "It matters.", "Mend it."), warning("It ages.", "So.", "Do."), note("It is.")


@pytest.mark.parametrize(
    ("found", "code", "verdict"),
    [
        ([], 0, "Nothing is wrong."),
        ([FINE], 0, "Nothing is wrong."),
        ([POOR, FINE], 2, "0 errors, 1 warning."),
        ([POOR, POOR, BAD], 1, "1 error, 2 warnings."),
    ],
)
def test_the_exit_code_says_how_bad_it_is(
    monkeypatch: pytest.MonkeyPatch, found: list[Finding], code: int, verdict: str
) -> None:
    ended, said = run(monkeypatch, database=found)
    assert (ended, said.rstrip().endswith(verdict)) == (code, True)


def test_it_says_what_and_why_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    _code, said = run(monkeypatch, database=[BAD], broker=[])
    assert "! database\n  error: It is broken.\n    Why it matters: It matters.\n    What to do: Mend it.\n" in said
    assert "✓ broker\n" in said


def test_programs_get_json(monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = run(monkeypatch, "--json", database=[BAD], broker=[])
    told = json.loads(said)
    assert (code, told["exit_code"]) == (1, 1)
    assert told["findings"] == {"database": [BAD.data()], "broker": []}


def test_games_are_not_asked_for_where_the_database_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    _code, said = run(monkeypatch, database=[BAD], games=[BAD])
    assert "! games" not in said


def test_what_breaks_the_doctor_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = examining.findings_of("x", lambda: iter([1 // 0]))  # type: ignore[list-item]
    assert found.what == "This could not be found out (ZeroDivisionError)."
    monkeypatch.setattr(examining, "PATIENCE", 0.05)
    hang = threading.Event()
    (found,) = examining.findings_of("y", lambda: iter([hang.wait(5)]))  # type: ignore[list-item]
    hang.set()
    assert found.what == "This takes too long to be found out."


def test_the_address_is_asked_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "outside", lambda: iter([FINE]))
    assert "✓ address" not in run(monkeypatch, database=[])[1]
    assert "✓ address" in run(monkeypatch, "--url", database=[])[1]
