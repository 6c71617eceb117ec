import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from py_vapid import Vapid02

from genial_site.refusal import StartRefused
from genial_site.secret import secret_key, vapid_key
from tests.running import HERE, clean_environment

WORKER = ["-m", "celery", "--app", "genial_site"]


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret-key"
    key = secret_key(path)
    assert len(key) > 60
    assert path.stat().st_mode & 0o777 == 0o600
    assert secret_key(path) == key
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_all_who_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    for number in range(20):
        with ThreadPoolExecutor(8) as pool:
            keys = set(pool.map(secret_key, [tmp_path / str(number) / "secret-key"] * 8))
        assert len(keys) == 1


def test_the_key_for_push_messages_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "vapid-key"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(vapid_key, [path] * 8))
    assert len(keys) == 1
    assert path.stat().st_mode & 0o777 == 0o600
    key = Vapid02.from_string(keys.pop())
    assert Vapid02.verify(key.sign({"sub": "mailto:a@example.org", "aud": "https://push.example.org"})["Authorization"])


def test_where_it_cannot_be_made_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartRefused, match=r"can be neither read nor made \(Not a directory\)\.$"):
        secret_key(tmp_path / "file" / "secret-key")


@pytest.mark.parametrize(("content", "reason"), [(b"", "is empty"), (b"\xff" * 60, "it is no text")])
def test_a_useless_key_is_refused_and_left_alone(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "secret-key"
    path.write_bytes(content)
    with pytest.raises(StartRefused, match=reason):
        secret_key(path)
    assert path.read_bytes() == content


def command(data: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=HERE,
        env=clean_environment(GENIAL_DATA=str(data), **env),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["manage.py", "serve"],
        ["manage.py", "prepare"],
        ["manage.py", "check"],
        ["-m", "genial_site.web"],
        [*WORKER, "worker"],
        [*WORKER, "beat"],
    ],
)
def test_no_process_starts_without_its_key(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "secret-key").mkdir()
    done = command(tmp_path, *arguments, REDIS_URL="redis://127.0.0.1:1")
    assert done.returncode == 1
    assert f"Genial cannot start: its secret key {tmp_path}/secret-key can be neither read nor made" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["help"], ["simulate", "--rules", "koepfchen", "--bots", "random,greedy"], ["makemigrations", "--check"]],
)
def test_commands_that_keep_nothing_leave_nothing_behind(tmp_path: Path, arguments: list[str]) -> None:
    done = command(tmp_path / "data", "manage.py", *arguments, DATABASE_URL=f"sqlite:///{tmp_path}/elsewhere")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "data").exists()
