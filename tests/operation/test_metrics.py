"""What is counted, for whom it is, and that it stays countable."""

import errno
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.parser import text_string_to_metric_families

from games.live.listening import read
from games.live.messages import Moved, pack, stamped
from games.tasks import expire_turns
from genial_site.operation import boxed, count_files, doors, exporter, gauges, metrics
from genial_site.operation.count_files import CountFile
from genial_site.operation.health import Part
from tests.operation.test_doors import asked, scope
from tests.running import HERE
from tests.tables import open_table, people, play_turn, running_game

DOCUMENT = HERE / "docs" / "metrics.md"


def samples() -> dict[str, float]:
    """Everything that is exposed, by name and labels."""
    status, _kind, body = doors.counted(scope("/metrics"))
    assert status == 200
    return read_samples(body.decode())


def read_samples(text: str) -> dict[str, float]:
    return {
        name_of(sample.name, sample.labels): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def name_of(name: str, labels: dict[str, str]) -> str:
    return " ".join([name.removeprefix("genial_"), *(labels[key] for key in sorted(labels))])


@contextmanager
def counts(**expected: int) -> Iterator[None]:
    """What has to be counted meanwhile."""
    before = samples()
    yield
    after = samples()
    found = {name: after.get(name, 0) - before.get(name, 0) for name in map(spelled, expected)}
    assert found == {spelled(name): count for name, count in expected.items()}


def spelled(name: str) -> str:
    return name.replace("__", " ").replace("_to_", ":")


# --- what is counted -------------------------------------------------------------------------------


def test_requests_are_counted_by_route(client: Client) -> None:
    with counts(requests_total__GET__pages_to_robots__200=1, request_seconds_count__GET__pages_to_robots=1):
        client.get("/robots.txt")


def test_addresses_that_lead_nowhere_are_one_route(client: Client) -> None:
    before = set(samples())
    with counts(requests_total__GET__unmatched__404=3, requests_total__other__unmatched__404=1):
        for number in range(3):
            client.get(f"/no-such-page-{number}/")
        client.generic("BREW", "/no-such-page/")
    assert not [name for name in set(samples()) - before if "no-such" in name or "BREW" in name]


@pytest.mark.django_db(transaction=True)
def test_turns_are_counted_when_they_are_committed() -> None:
    game = running_game(*people("ada", "bob"))
    with counts(turns_total__person__genial=1, turn_seconds_count__person__genial=1):
        play_turn(game)


@pytest.mark.django_db(transaction=True)
def test_bots_are_counted_with_their_thinking_time() -> None:
    from games.services import bot_turns

    (ada,) = people("ada")
    game = open_table(ada, {"bot": "random"}, order="fixed")
    play_turn(game)
    game.refresh_from_db()
    with counts(bot_turns_total__random__ok__genial=1, turns_total__bot__genial=1):
        assert bot_turns.play_bot_turn(game_id=game.pk, version=game.version, now=game.created_at)


@pytest.mark.django_db
def test_tasks_are_counted_by_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "games.tasks.expire_turns"
    before = samples()
    expire_turns.apply()
    monkeypatch.setattr("games.services.departures.overdue", lambda **_now: 1 // 0)
    expire_turns.apply()
    after = samples()
    for outcome in ("ok", "failure"):
        key = f"tasks_total {outcome} {name}"
        assert after[key] - before.get(key, 0) == 1


@pytest.mark.django_db
def test_attempts_to_sign_in_are_counted(client: Client) -> None:
    (ada,) = people("ada")
    ada.set_password("correct horse battery")
    ada.save()
    with counts(sign_ins_total__ok=1, sign_ins_total__failed=1):
        client.login(username="ada", password="wrong")
        client.login(username="ada", password="correct horse battery")


def test_live_messages_tell_how_long_they_took() -> None:
    message = Moved(game_id=__import__("uuid").uuid4(), version=3)
    with counts(live_message_seconds_count__broker=1):
        assert read(stamped(pack(message), time.time() - 0.1)) == message
        assert read(pack(message)) == message  # of another version of the site


# --- several processes -----------------------------------------------------------------------------


def left_by(folder: Path, name: str, value: float, kind: str = "counter") -> Path:
    path = folder / f"{kind}_{name}.db"
    file = MmapedDict(str(path))
    file.write_value(mmap_key("genial_tasks", "genial_tasks_total", ["outcome"], ["ok"], "Tasks"), value, 0.0)
    file.close()
    return path


def test_what_dead_processes_counted_stays_counted_and_what_they_had_open_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_folder", tmp_path)
    dead = [left_by(tmp_path, f"{metrics.here()}.{pid}", 3) for pid in (4194304, 4194303)]
    elsewhere = left_by(tmp_path, "other.4194302", 1)
    stream = left_by(tmp_path, f"{metrics.here()}.4194304", 7, kind="gauge_livesum")
    for _time in range(2):
        assert samples()["tasks_total ok"] == 7
    assert not any(path.exists() for path in (*dead, stream))
    assert elsewhere.exists()
    assert metrics.is_dead(tmp_path / f"counter_{metrics.here()}.nonsense.db")


def test_a_site_that_starts_begins_anew(tmp_path: Path) -> None:
    left_by(tmp_path, "other.1", 1)
    metrics.clear(tmp_path)
    assert list(tmp_path.iterdir()) == []


def full(*_arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_ends_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_files, "reserve", full)
    file = CountFile(str(tmp_path / "counter_here.1.db"))
    file.write_value("one", 7.0, 0.0)
    assert file.read_value("one") == (7.0, 0.0)
    assert list(tmp_path.iterdir()) == []
    file.close()


def test_a_disk_that_fills_up_ends_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = CountFile(str(tmp_path / "counter_here.1.db"))
    monkeypatch.setattr(count_files, "reserve", full)
    for number in range(3000):
        file.write_value(f"{number} {'x' * 60}", float(number), 0.0)
    assert file.read_value(f"7 {'x' * 60}") == (7.0, 0.0)
    assert file.read_value(f"2999 {'x' * 60}") == (2999.0, 0.0)
    assert (tmp_path / "counter_here.1.db").stat().st_size == count_files.FIRST


def test_a_file_grows_without_holes(tmp_path: Path) -> None:
    path = tmp_path / "counter_here.1.db"
    file = CountFile(str(path))
    for number in range(3000):
        file.write_value(f"{number} {'x' * 60}", float(number), 0.0)
    file.close()
    size = path.stat().st_size
    assert size > count_files.FIRST
    assert path.stat().st_blocks * 512 >= size or not hasattr(os, "posix_fallocate")
    assert len(list(MmapedDict.read_all_values_from_file(str(path)))) == 3000
    again = CountFile(str(path))
    assert again.read_value(f"7 {'x' * 60}") == (7.0, 0.0)
    again.close()


# --- what is read off ------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_state_of_the_site_is_read_off(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.REDIS_URL = ""
    open_table(people("ada")[0], {"open": True})
    found = {
        name_of(sample.name, sample.labels): sample.value for family in gauges.read_off() for sample in family.samples
    }
    assert found["games open"] == 1
    assert found["games active"] == 0
    assert found["stuck_games bot"] == 0
    assert (found["up database"], found["up site"]) == (1, 0)
    assert found["scrape_complete"] == 1
    assert found["disk_free_bytes"] > 0
    assert found["database_bytes"] > 10_000


def test_a_database_that_hangs_leaves_gaps_and_no_hanging_page(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(gauges, "PATIENCE", 0.05)
    monkeypatch.setattr(gauges, "of_database", lambda: let_go.wait(30))
    monkeypatch.setattr(gauges, "queue_lengths", lambda: {"site": 3})
    monkeypatch.setattr(gauges, "look", lambda: [Part("database", "silent")])
    families = {family.name: family for family in gauges.read_off()}
    let_go.set()
    boxed._running.clear()
    assert families["genial_scrape_complete"].samples[0].value == 0
    assert families["genial_queue_length"].samples[0].value == 3
    assert "genial_games" not in families


def test_however_often_it_is_asked_it_looks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def read_off() -> Iterator[Any]:
        looks.append(1)
        yield gauges.gauge("up", "", ["part"], {"database": 1})

    monkeypatch.setattr(gauges, "read_off", read_off)
    collector = gauges.Gauges()
    collector.collect()
    collector.collect()
    assert looks == [1]


# --- for whom it is --------------------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "gauges", doors.Counted())
    monkeypatch.setattr(doors, "measured", doors.counted)
    monkeypatch.setitem(doors.DOORS, "/metrics", doors.counted)


@pytest.mark.parametrize(
    ("headers", "status"),
    [({}, 200), ({"client": "203.0.113.9"}, 403), ({"x_forwarded_for": "203.0.113.9"}, 403), ({"host": "a.org"}, 403)],
)
def test_without_a_token_metrics_are_for_this_machine(few: None, headers: dict[str, str], status: int) -> None:
    assert asked(scope("/metrics", **headers))[0] == status


@pytest.mark.parametrize(
    ("sent", "status"), [({}, 403), ({"authorization": "Bearer wrong"}, 403), ({"authorization": "Bearer "}, 403)]
)
def test_with_a_token_nobody_else_gets_them(
    few: None, settings: Any, monkeypatch: pytest.MonkeyPatch, sent: dict[str, str], status: int
) -> None:
    monkeypatch.setitem(settings.ENVIRONMENT.values, "GENIAL_METRICS_TOKEN", "a-token-of-some-length")
    assert asked(scope("/metrics", **sent))[0] == status
    right = scope("/metrics", client="203.0.113.9", authorization="Bearer a-token-of-some-length")
    answer = asked(right)
    assert answer[0] == 200
    assert answer[1]["content-type"].startswith("text/plain; version=0.0.4")


def test_a_machine_of_workers_has_an_exporter() -> None:
    server = exporter.server("127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        metrics.SIGN_INS.labels("ok").inc()
        with urllib.request.urlopen(f"{address}/metrics", timeout=5) as answer:
            assert b"genial_sign_ins_total" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/", timeout=5)
        proxied = urllib.request.Request(f"{address}/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(proxied, timeout=5)
    finally:
        server.shutdown()
        server.server_close()


# --- the document ----------------------------------------------------------------------------------


def test_the_document_names_every_metric() -> None:
    source = (HERE / "genial_site" / "operation" / "gauges.py").read_text()
    read_off = {f"genial_{name}" for name in re.findall(r'gauge\(\s*"(\w+)"', source)}
    kept = {family.name for family in metrics.own.collect()}
    totals = {f"{name}_total" for name in kept if not name.endswith(("_seconds", "_streams"))}
    named = totals | {name for name in kept if name.endswith(("_seconds", "_streams"))} | read_off
    assert named == set(re.findall(r"^\| `(genial_\w+)`", DOCUMENT.read_text(), re.MULTILINE))


def test_every_metric_of_the_alerts_exists() -> None:
    text = DOCUMENT.read_text()
    named = set(re.findall(r"^\| `(genial_\w+)`", text, re.MULTILINE))
    used = {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"\bgenial_\w+", text)}
    assert used - {"genial_site"} <= named
