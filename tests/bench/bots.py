"""How quick pages are while bots think: the whole site, idle and with two bot workers busy on games of strong bots.

`python -m tests.bench.bots` measures this alone.
"""

import http.client
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.running import HERE, RunningSite, eventually

WORKERS = 2
GAMES = 6
REQUESTS = 150
BREATH = 0.02  # seconds between two requests: people don't hammer
MOST = 1.5  # times the idle latency
PATIENCE = 600.0  # seconds for the search to be compiled, where it has never been
PATHS = ("/", "/games/genial/", "/api/v1/rules/", "/api/v1/games/")


def lines() -> Iterator[str]:
    # What is compiled is kept beside the tests' own, else every run would begin with it.
    os.environ.setdefault("NUMBA_CACHE_DIR", str(HERE / ".numba_cache"))
    with tempfile.TemporaryDirectory(prefix="genial-bench-") as folder:
        env = {"GENIAL_BOT_WORKERS": str(WORKERS), "GENIAL_BOT_DELAY": "0"}
        with RunningSite(Path(folder) / "data", **env) as site:
            yield from measured(site)


def measured(site: RunningSite) -> Iterator[str]:
    token = site.manage("create_token", "host", "--create")
    if not eventually(lambda: is_ready(site), within=PATIENCE):
        raise RuntimeError(f"bots do not get ready: {site.said()}")
    latencies(site, token)  # so that everything is loaded
    idle = latencies(site, token)
    games = [table_of_bots(site, token) for _ in range(GAMES)]
    if not eventually(lambda: all(version(site, token, game) > 1 for game in games), within=60):
        raise RuntimeError(f"bots do not play: {site.said()}")
    before, began = seconds_of_bots(site), time.monotonic()
    busy = latencies(site, token)
    load = (seconds_of_bots(site) - before) / (time.monotonic() - began)
    yield f"pages, idle: {figures(idle)}"
    yield f"pages, {WORKERS} bot workers busy ({load:.2f} cores): {figures(busy)}"
    for name, share in (("p50", 0.5), ("p95", 0.95)):
        ratio = quantile(busy, share) / quantile(idle, share)
        yield f"  {name} {ratio:.2f} times idle (promised: {MOST} at most)"


def table_of_bots(site: RunningSite, token: str) -> str:
    """A game between four strong bots: its host leaves, and one of them sits in."""
    strong = [{"bot": "strong"}] * 3
    wish = {"rules": "genial", "seats": [{"me": True}, *strong], "stand_in": "strong"}
    game: str = call(site, token, "POST", "games/", wish)["id"]
    call(site, token, "POST", f"games/{game}/resign/", {})
    return game


def is_ready(site: RunningSite) -> bool:
    """Workers have children once the search is warm."""
    return any(len(process.children()) >= WORKERS for process in site.having("genial_site.bots"))


def version(site: RunningSite, token: str, game: str) -> int:
    number: int = call(site, token, "GET", f"games/{game}/")["version"]
    return number


def call(site: RunningSite, token: str, method: str, path: str, data: object = None) -> Any:
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)) as connection:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        body = None if data is None else json.dumps(data)
        connection.request(method, f"/api/v1/{path}", body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(content.decode())
        return json.loads(content)


def latencies(site: RunningSite, token: str) -> list[float]:
    taken = []
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)) as connection:
        for number in range(REQUESTS):
            time.sleep(BREATH)
            began = time.perf_counter()
            connection.request("GET", PATHS[number % len(PATHS)], headers={"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            answer.read()
            taken.append(time.perf_counter() - began)
            if answer.status != 200:
                raise RuntimeError(f"{PATHS[number % len(PATHS)]} answers {answer.status}")
    return taken


def seconds_of_bots(site: RunningSite) -> float:
    """Processor time that the bots' workers have taken so far."""
    total = 0.0
    for process in site.having("genial_site.bots"):
        for worker in [process, *process.children(recursive=True)]:
            times = worker.cpu_times()
            total += times.user + times.system
    return total


def quantile(taken: Sequence[float], share: float) -> float:
    return statistics.quantiles(taken, n=100)[round(share * 100) - 1]


def figures(taken: Sequence[float]) -> str:
    return f"p50 {quantile(taken, 0.5) * 1000:.1f} ms, p95 {quantile(taken, 0.95) * 1000:.1f} ms"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
