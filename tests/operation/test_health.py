"""Whether the site says truly how it is, and in time."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from genial_site.operation import boxed, health, heartbeats
from genial_site.operation.board import FileBoard, RedisBoard
from genial_site.operation.boxed import ask_within
from genial_site.operation.health import Part, beat_part, look, part_names, worker_part
from genial_site.operation.heartbeats import Heartbeat, Pulse

NOW = 1_800_000_000.0


@pytest.fixture
def board(settings: Any, tmp_path: Path) -> FileBoard:
    settings.REDIS_URL = ""
    settings.DATA_DIR = tmp_path
    return FileBoard(tmp_path / "board.json")


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    """Questions that wait for this event hang until the test is over."""
    let_go = threading.Event()
    yield let_go
    let_go.set()
    boxed._running.clear()


def sign(kind: str = "site", *, age: float = 1.0, **facts: Any) -> Heartbeat:
    return Heartbeat(kind, "here", 7, NOW - age, **facts)


# --- the board -------------------------------------------------------------------------------------


def test_a_note_stays_until_it_is_taken_away(board: FileBoard) -> None:
    board.put("one", {"at": 1})
    board.put("two", {"at": 2})
    board.put("one", {"at": 3})
    assert board.notes() == {"one": {"at": 3}, "two": {"at": 2}}
    board.take_away("one", "none")
    assert board.notes() == {"two": {"at": 2}}


@pytest.mark.services
def test_the_board_in_redis_does_the_same(settings: Any) -> None:
    board = RedisBoard(settings.REDIS_URL)
    board.client.delete(board.key)
    board.put("one", {"at": 1})
    board.put("two", {"at": 2})
    assert board.notes() == {"one": {"at": 1}, "two": {"at": 2}}
    board.take_away("one", "none")
    assert board.notes() == {"two": {"at": 2}}
    board.client.delete(board.key)


def test_a_board_that_holds_nonsense_is_empty(board: FileBoard) -> None:
    board.path.write_text("[1, 2")
    assert board.notes() == {}


def test_threads_do_not_lose_each_others_notes(board: FileBoard) -> None:
    threads = [threading.Thread(target=board.put, args=(str(number), {})) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(board.notes()) == 20


def test_a_process_shows_itself_for_each_of_its_queues_and_says_goodbye(board: FileBoard) -> None:
    heartbeats.show_life(["site", "post"])
    assert [beat.kind for beat in heartbeats.heartbeats(board, time.time())] == ["post", "site"]
    heartbeats.say_goodbye(["site"])
    assert [beat.kind for beat in heartbeats.heartbeats(board, time.time())] == ["post"]


def test_who_died_long_ago_is_forgotten(board: FileBoard) -> None:
    heartbeats.show_life(["site"])
    assert heartbeats.heartbeats(board, time.time() + heartbeats.FORGOTTEN + 1) == []
    assert board.notes() == {}


def test_a_board_that_is_away_keeps_nobody_from_work(settings: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/socket"
    heartbeats.show_life(["site"])
    heartbeats.say_goodbye(["site"])


# --- workers and beat ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signs", "word"),
    [
        ([], "missing"),
        ([sign(age=heartbeats.FRESH + 1)], "dead"),
        ([sign(age=heartbeats.FRESH - 1)], "ok"),
        ([sign(age=500), sign(age=2)], "ok"),  # another one does its work
        ([sign(age=500, preparing=True)], "preparing"),
        ([sign(age=heartbeats.PREPARING + 1, preparing=True)], "dead"),
    ],
)
def test_a_worker_is_judged_by_its_freshest_sign_of_life(signs: list[Heartbeat], word: str) -> None:
    assert worker_part("site", signs, NOW).word == word


@pytest.mark.parametrize(
    ("signs", "pulse", "word"),
    [
        ([], None, "missing"),
        ([sign("beat", age=100)], Pulse(NOW - 100, NOW - 100), "dead"),
        ([sign("beat")], None, "ok"),  # it has just begun
        ([sign("beat")], Pulse(NOW - 30, NOW - 29), "ok"),
        ([sign("beat", lag=61)], Pulse(NOW - 30, NOW - 29), "late"),
        ([sign("beat")], Pulse(NOW - 100, NOW - 91), "late"),  # what it sends does not come through
    ],
)
def test_beat_has_to_live_and_to_be_in_time(signs: list[Heartbeat], pulse: Pulse | None, word: str) -> None:
    assert beat_part(signs, pulse, NOW).word == word


# --- asking within a limit -------------------------------------------------------------------------


def test_what_hangs_is_answered_in_time_and_asked_once(hanging: threading.Event) -> None:
    asked: list[int] = []

    def hang() -> None:
        asked.append(1)
        hanging.wait(30)

    began = time.monotonic()
    for _time in range(3):
        answers = ask_within(0.05, {"quick": lambda: 7, "hanging": hang})
        assert answers["quick"] == 7
        assert isinstance(answers["hanging"], TimeoutError)
    assert time.monotonic() - began < 5
    assert asked == [1]


def test_what_breaks_is_an_answer() -> None:
    assert isinstance(ask_within(1, {"broken": lambda: 1 // 0})["broken"], ZeroDivisionError)


# --- all parts -------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_every_part_is_looked_at(board: FileBoard) -> None:
    parts = {part.name: part for part in look()}
    assert list(parts) == part_names() == ["database", "broker", "site", "post", "bots", "beat"]
    assert parts["database"].word == "ok"
    assert parts["broker"].facts == {"kind": "memory"}
    assert parts["bots"].word == "missing"


@pytest.mark.django_db(transaction=True)
def test_a_database_of_an_older_version_is_not_ready(board: FileBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    known = health.disk_migrations() | {("games", "9999_future")}
    monkeypatch.setattr(health, "disk_migrations", lambda: known)
    (part,) = look(["database"])
    assert (part.ok, part.facts["missing"]) == (False, ["games.9999_future"])


def test_a_database_that_hangs_makes_no_page_hang(
    board: FileBoard, monkeypatch: pytest.MonkeyPatch, hanging: threading.Event
) -> None:
    monkeypatch.setitem(health.QUESTIONS, "database", lambda: hanging.wait(30))
    monkeypatch.setattr(health, "PATIENCE", 0.1)
    began = time.monotonic()
    (part,) = look(["database"])
    assert time.monotonic() - began < 2
    assert part == Part("database", "silent", {"problem": "TimeoutError"})


def test_a_broker_that_is_away_is_named_without_its_address(settings: Any) -> None:
    settings.REDIS_URL = "redis://ada:secret@127.0.0.1:1/0"
    parts = look(["broker", "site", "beat"])
    assert [part.word for part in parts] == ["away", "away", "away"]
    assert "secret" not in str(parts)
    assert "127.0.0.1" not in str(parts)
