"""The processes of a production site, as deploy/Procfile starts them, on PostgreSQL and Redis."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.running import HERE, RunningSite, clean_environment, eventually

pytestmark = pytest.mark.services

OLD_SESSION = """
from datetime import datetime, UTC
from django.contrib.sessions.models import Session
from accounts.tasks import clear_expired_sessions
Session.objects.create(session_key="old", session_data="", expire_date=datetime(2000, 1, 1, tzinfo=UTC))
clear_expired_sessions.delay()
"""
SESSIONS = "from django.contrib.sessions.models import Session; print(Session.objects.count())"


@pytest.fixture
def services() -> dict[str, str]:
    try:
        return {
            "DATABASE_URL": own_database(os.environ["DATABASE_URL"]),
            "REDIS_URL": other_redis(os.environ["REDIS_URL"]),
        }
    except KeyError as missing:
        pytest.skip(f"no server for {missing}")


def own_database(url: str) -> str:
    """A new database beside the tests' own."""
    import psycopg

    name = f"site_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return url.replace("/postgres?", f"/{name}?")


def other_redis(url: str) -> str:
    return url.split("?")[0] + "?db=9"


def test_serve_uses_the_services_it_is_given(tmp_path: Path, services: dict[str, str]) -> None:
    with RunningSite(tmp_path / "data", GENIAL_WEB_PROCESSES="2", **services, DATABASE_POOL="4") as site:
        roles = [site.role(child) for child in psutil.Process(site.process.pid).children()]
        ours = ["beat", "genial_site.bots", "genial_site.post", "genial_site.web", "genial_site.web", "worker"]
        assert sorted(roles) == ours
        site.manage("shell", "-v", "0", "-c", OLD_SESSION)
        assert eventually(lambda: site.manage("shell", "-v", "0", "-c", SESSIONS) == "0")
        assert site.stop() == 0
        assert site.everybody_is_gone()


def test_several_web_processes_serve_one_port(tmp_path: Path, services: dict[str, str]) -> None:
    from tests.running import free_port

    port = free_port()
    env = clean_environment(GENIAL_DATA=str(tmp_path), PORT=str(port), GENIAL_WEB_PROCESSES="2", **services)
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=HERE, env=env, check=True)
    web = subprocess.Popen([sys.executable, "-m", "genial_site.web"], cwd=HERE, env=env)
    try:
        import urllib.request

        def answers() -> bool:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as response:
                    return bool(response.status == 200)
            except OSError:
                return False

        assert eventually(answers)
        assert eventually(lambda: len(psutil.Process(web.pid).children()) >= 2)
    finally:
        web.terminate()
        web.wait(timeout=15)
