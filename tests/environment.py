"""A pytest plugin: tests see the site's defaults and a data folder of their own, whatever the shell has set.

With GENIAL_TEST_SERVICES=1 the database is a real PostgreSQL and the broker and cache a real Redis or Valkey.
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from genial_site.environment import VARIABLES
from tests import services

WITH_SERVICES = os.environ.get("GENIAL_TEST_SERVICES") == "1"
XDIST_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


def begin() -> list[str]:
    """Set the environment up, before anything reads the settings; returns what is missing."""
    for variable in VARIABLES:
        os.environ.pop(variable.name, None)
    os.environ["GENIAL_DATA"] = tempfile.mkdtemp(prefix="genial-test-")
    # What is compiled for the bots takes long, and holds until its source changes: kept from run to run.
    os.environ["NUMBA_CACHE_DIR"] = str(Path(__file__).resolve().parent.parent / ".numba_cache")
    return services.start() if WITH_SERVICES else []


def follow() -> list[str]:
    """In a process of pytest-xdist: share the services, not the data."""
    os.environ["GENIAL_DATA"] = str(Path(os.environ["GENIAL_DATA"]) / XDIST_WORKER)
    if "REDIS_URL" in os.environ:
        number = int(XDIST_WORKER.removeprefix("gw")) + 1
        os.environ["REDIS_URL"] = os.environ["REDIS_URL"].split("?")[0] + f"?db={number}"
    return []


missing = follow() if XDIST_WORKER else begin()


def pytest_configure() -> None:
    if missing and os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.exit(f"REQUIRE_SERVICES=1, but there is no {' and no '.join(missing)} to be found.", returncode=1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unwanted = "embedded" if WITH_SERVICES else "services"
    left_out = [item for item in items if item.get_closest_marker(unwanted)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for service in missing:
        terminalreporter.write_line(f"SKIPPED: no {service} found, so nothing was tested on it.", red=True, bold=True)


def pytest_unconfigure() -> None:
    if not XDIST_WORKER:
        services.stop()
        shutil.rmtree(os.environ["GENIAL_DATA"], ignore_errors=True)
