"""One running site, asked for this and that; in a folder whose path is a trial of its own."""

import http.client
import json
import re
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings

from tests.running import RunningSite, eventually, prepared

from .test_serve import OLD_SESSION, refusal, sessions

pytestmark = [pytest.mark.embedded, pytest.mark.xdist_group("serving")]

COMPILING = 600.0  # seconds, where that has never been done
QUEUES = sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
WHO_READS_WHAT = f"""
import json, time
from genial_site.celery import app
deadline, found = time.monotonic() + {COMPILING}, []
while found != {QUEUES!r} and time.monotonic() < deadline:
    answers = app.control.inspect(timeout=3).active_queues() or {{}}
    found = sorted(queue["name"] for queues in answers.values() for queue in queues)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """In a folder too deep for a socket, with blanks in its name."""
    deep = tmp_path_factory.mktemp("serving") / ("deep folder " * 8 + "and") / ("deep folder " * 8 + "end")
    deep.parent.mkdir(parents=True)
    with RunningSite(prepared(deep)) as site:
        yield site


def test_tasks_reach_the_worker_in_a_deep_data_folder_with_blanks(site: RunningSite) -> None:
    site.manage("shell", "-v", "0", "-c", OLD_SESSION.format(key="deep"))
    assert eventually(lambda: sessions(site.data) == 0)


def test_there_is_a_worker_for_every_queue(site: RunningSite) -> None:
    assert json.loads(site.manage("shell", "-v", "0", "-c", WHO_READS_WHAT)) == QUEUES
    assert set(json.loads(site.get("/readyz"))["parts"]) == {"database", "broker", "beat", *QUEUES}


def test_static_files_come_under_hashed_names_and_may_be_kept_for_ever(site: RunningSite) -> None:
    path = re.search(r"/static/[\w./-]+\.[0-9a-f]{12}\.css", site.get("/"))
    assert path
    with urllib.request.urlopen(site.url + path[0]) as response:
        assert "immutable" in response.headers["Cache-Control"]


def test_slow_bodies_hold_nobody_up_and_chunked_ones_arrive(site: RunningSite) -> None:
    token = site.manage("create_token", "ada", "--create")
    with ExitStack() as stack:
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


def test_a_data_folder_in_use_is_refused(site: RunningSite) -> None:
    assert f"in use by a site that runs already (process {site.process.pid})" in refusal(site.data)
