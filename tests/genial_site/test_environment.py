import subprocess
import sys
from pathlib import Path

import pytest

from genial_site import environment
from tests.running import HERE, clean_environment

BAD = {
    "GENIAL_DATA": ["a\0b"],
    "GENIAL_BACKUPS": ["a\0b"],
    "PORT": ["http", "0", "65536", "-1", "8000.0", "٨٠"],
    "GENIAL_BIND": ["here and there", "http://127.0.0.1"],
    "GENIAL_URL": [
        "play.example.org",
        "ftp://play.example.org",
        "https://",
        "https://play.example.org/path",
        "https://a b",
    ],
    "GENIAL_SOURCE": ["git.example.org", "javascript:alert(1)", "https://", "https://a b", "https://a\nb"],
    "GENIAL_NEWCOMERS": ["0", "many"],
    "GENIAL_HOSTS": ["play.example.org/path", "https://play.example.org", "a b", "-a.example"],
    "GENIAL_PROXIES": ["proxy.example.org", "10.0.0.300"],
    "DATABASE_URL": ["genial", "mysql://localhost/genial", "postgres://localhost", "sqlite://", "postgres://h:port/n"],
    "DATABASE_POOL": ["many", "-1"],
    "REDIS_URL": ["localhost:6379", "http://localhost", "redis://", "unix://socket", "redis://localhost/zero"],
    "EMAIL_URL": ["mail.example.org", "smtp://", "smtp://host:port", "imap://mail.example.org"],
    "GENIAL_MAIL_FROM": ["nobody", "a@b\nBcc: c@d"],
    "GENIAL_SECRET_KEY": ["short", "a" * 60],
    "GENIAL_VAPID_KEY": ["short", "A" * 43, "_" * 43, "A" * 42 + "="],
    "GENIAL_LOCAL_WEBHOOKS": ["maybe", "2"],
    "GENIAL_METRICS_TOKEN": ["short", "with a space in its very middle", "é" * 20],
    "GENIAL_LOG": ["xml", ""],
    "GENIAL_LOG_LEVEL": ["loud", "10"],
    "GENIAL_DEBUG": ["maybe", "2"],
    "GENIAL_TIME_ZONE": ["Mars/Olympus", "/etc/passwd", "../UTC", ""],
    "GENIAL_WEB_PROCESSES": ["0", "two"],
    "GENIAL_WEB_THREADS": ["0", "two"],
    "GENIAL_WORKERS": ["0", "two"],
    "GENIAL_BOT_WORKERS": ["0", "two"],
    "GENIAL_BOT_DELAY": ["-1", "11", "a while", "1e1"],
}


def test_the_defaults_are_good() -> None:
    assert environment.read({}).problems == ()


def test_every_variable_has_bad_values_here() -> None:
    assert set(BAD) == {variable.name for variable in environment.VARIABLES}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_bad_value_is_a_problem_that_names_it(name: str, value: str) -> None:
    (problem,) = environment.read({name: value}).problems
    assert problem.variable.name == name
    assert str(problem).startswith(f"{name} is ")
    assert problem.variable.expects in str(problem)


def test_a_problem_shows_the_value_but_no_secret() -> None:
    problems = environment.read(
        {
            "PORT": "http",
            "DATABASE_URL": "mysql://ada:pass@word@localhost/genial",
            "GENIAL_SECRET_KEY": "pass@word",
        }
    ).problems
    sentences = "\n".join(map(str, problems))
    assert "PORT is 'http', but must be a port number from 1 to 65535." in sentences
    assert "mysql://***@localhost/genial" in sentences
    assert "pass@word" not in sentences


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgres://ada:p%40ss@db.example.org:5433/genial?sslmode=require",
            {"NAME": "genial", "USER": "ada", "PASSWORD": "p@ss", "HOST": "db.example.org", "PORT": "5433"},
        ),
        (
            "postgresql:///genial?host=/run/postgresql",
            {"NAME": "genial", "USER": "", "HOST": "/run/postgresql", "PORT": ""},
        ),
        ("sqlite:////srv/genial.sqlite3", {"NAME": "/srv/genial.sqlite3"}),
        ("sqlite:///other.sqlite3", {"NAME": str(HERE / "other.sqlite3")}),
    ],
)
def test_a_database_url_becomes_djangos_settings(url: str, expected: dict[str, str]) -> None:
    found = environment.read({"DATABASE_URL": url})["DATABASE_URL"]
    assert expected.items() <= found.items()


def test_further_options_of_a_database_url_go_to_the_driver() -> None:
    found = environment.read({"DATABASE_URL": "postgres://h/genial?sslmode=require"})["DATABASE_URL"]
    assert found["OPTIONS"] == {"sslmode": "require"}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "smtp+tls://ada:p%40ss@mail.example.org",
            {"EMAIL_PORT": 587, "EMAIL_USE_TLS": True, "EMAIL_HOST_PASSWORD": "p@ss"},
        ),
        ("smtps://mail.example.org", {"EMAIL_PORT": 465, "EMAIL_USE_SSL": True}),
        ("smtp://localhost:2525", {"EMAIL_PORT": 2525, "EMAIL_USE_TLS": False, "EMAIL_HOST_USER": ""}),
        ("file:///srv/mail", {"EMAIL_FILE_PATH": "/srv/mail"}),
    ],
)
def test_a_mail_url_becomes_djangos_settings(url: str, expected: dict[str, object]) -> None:
    assert expected.items() <= environment.read({"EMAIL_URL": url})["EMAIL_URL"].items()


# --- what the processes do with a bad value ---------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "check"],
        ["manage.py", "migrate"],
        ["manage.py", "serve"],
        ["manage.py", "prepare"],
        ["-m", "genial_site.web"],
        ["-m", "celery", "--app", "genial_site", "worker"],
        ["-m", "celery", "--app", "genial_site", "beat"],
    ],
)
def test_no_process_starts_with_a_bad_value(tmp_path: Path, command: list[str]) -> None:
    env = clean_environment(GENIAL_DATA=str(tmp_path), DATABASE_URL="mysql://localhost/genial")
    done = subprocess.run(
        [sys.executable, *command], cwd=HERE, env=env, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode != 0
    assert "DATABASE_URL is 'mysql://localhost/genial', but must be postgres://" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "genial.sqlite3").exists()


@pytest.mark.parametrize("process", ["worker", "beat"])
def test_a_worker_without_a_broker_says_so(tmp_path: Path, process: str) -> None:
    command = [sys.executable, "-m", "celery", "--app", "genial_site", process]
    env = clean_environment(GENIAL_DATA=str(tmp_path))
    done = subprocess.run(command, cwd=HERE, env=env, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "REDIS_URL is not set" in done.stderr
