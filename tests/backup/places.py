"""Places for sites on trial: a folder alone, or with a database and a broker of their own on real servers."""

import os
from pathlib import Path

import psycopg
import redis

from .trial import Place


def embedded(folder: Path) -> Place:
    folder.mkdir()
    return Place(folder / "data")


def on_services(folder: Path) -> Place:
    """On the servers named in the environment, beside whatever else is there."""
    folder.mkdir()
    server, name = os.environ["DATABASE_URL"], f"trial_{os.getpid()}"
    broker = os.environ["REDIS_URL"].split("?")[0] + "?db=8"

    def wipe() -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {name}")
        with redis.Redis.from_url(broker) as client:
            client.flushdb()

    wipe()
    env = {"DATABASE_URL": server.replace("/postgres?", f"/{name}?"), "REDIS_URL": broker, "DATABASE_POOL": "4"}
    return Place(folder / "data", env, wipe)
