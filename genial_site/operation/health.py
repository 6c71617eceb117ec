"""Whether every part of the site works, asked within a few seconds whatever hangs."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .board import board, redis_at
from .boxed import ask_within
from .heartbeats import BEAT, PULSE_EVERY, Heartbeat, Pulse, heartbeats, last_pulse

PATIENCE = 2.0  # seconds for all parts together
LATE = 60.0  # seconds; recurring tasks that come later than this count as late

DATABASE, BROKER, SIGNS = "database", "broker", "signs of life"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the site; its word says how it is, its facts are for the operator."""

    name: str
    word: str
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return self.word in ("ok", "preparing")

    def data(self) -> dict[str, Any]:
        return {"ok": self.ok, "is": self.word, **self.facts}


def worker_kinds() -> list[str]:
    return [queue.name for queue in settings.CELERY_TASK_QUEUES]


def part_names() -> list[str]:
    return [DATABASE, BROKER, *worker_kinds(), BEAT]


def look(wanted: Iterable[str] = ()) -> list[Part]:
    """All parts, or these; of each its state now."""
    names = list(wanted) or part_names()
    answers = ask_within(PATIENCE, {question: QUESTIONS[question] for question in map(question_about, names)})
    return [part(name, answers[question_about(name)], time.time()) for name in names]


def question_about(name: str) -> str:
    return name if name in QUESTIONS else SIGNS


def part(name: str, answer: Any, now: float) -> Part:
    if name in QUESTIONS:
        return answer if isinstance(answer, Part) else trouble(name, answer)
    signs = answer
    if not isinstance(signs, tuple):
        return trouble(name, signs)
    beats, pulse = signs
    own = [beat for beat in beats if beat.kind == name]
    return beat_part(own, pulse, now) if name == BEAT else worker_part(name, own, now)


def trouble(name: str, problem: Exception) -> Part:
    """Its kind alone: what drivers say may hold addresses and passwords."""
    word = "silent" if isinstance(problem, TimeoutError) else "away"
    return Part(name, word, {"problem": type(problem).__name__})


# --- the parts -------------------------------------------------------------------------------------


def database() -> Part:
    began = time.perf_counter()
    try:
        missing = sorted(disk_migrations() - set(MigrationRecorder(connection).applied_migrations()))
    finally:
        connection.close()
    facts: dict[str, Any] = {"seconds": round(time.perf_counter() - began, 4)}
    if missing:
        return Part(DATABASE, "behind", facts | {"missing": [f"{app}.{name}" for app, name in missing]})
    return Part(DATABASE, "ok", facts)


@cache
def disk_migrations() -> set[tuple[str, str]]:
    return set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or ())


def broker() -> Part:
    if not settings.REDIS_URL:
        return Part(BROKER, "ok", {"kind": "memory"})
    began = time.perf_counter()
    redis_at(settings.REDIS_URL).ping()
    return Part(BROKER, "ok", {"kind": "redis", "seconds": round(time.perf_counter() - began, 4)})


def signs_of_life() -> tuple[list[Heartbeat], Pulse | None]:
    return heartbeats(board(), time.time()), last_pulse(board())


def worker_part(name: str, beats: list[Heartbeat], now: float) -> Part:
    fresh = [beat for beat in beats if beat.is_fresh(now)]
    facts: dict[str, Any] = {"processes": len(fresh)}
    if beats:
        facts["seconds_ago"] = round(min(beat.age(now) for beat in beats), 1)
    if not fresh:
        return Part(name, "dead" if beats else "missing", facts)
    return Part(name, "preparing" if all(beat.preparing for beat in fresh) else "ok", facts)


def beat_part(beats: list[Heartbeat], pulse: Pulse | None, now: float) -> Part:
    """Alive, alone, and in time: what it sends must also come through."""
    fresh = [beat for beat in beats if beat.is_fresh(now)]
    facts: dict[str, Any] = {"processes": len(fresh)}
    if beats:
        facts["seconds_ago"] = round(min(beat.age(now) for beat in beats), 1)
    if pulse:
        facts |= {"pulse_seconds_ago": round(now - pulse.ran, 1), "pulse_took": round(pulse.ran - pulse.sent, 3)}
    if not fresh:
        return Part(BEAT, "dead" if beats else "missing", facts)
    facts["lag"] = lag = round(max([beat.lag for beat in fresh] + [now - pulse.ran - PULSE_EVERY if pulse else 0.0]), 1)
    if lag > LATE:
        return Part(BEAT, "late", facts)
    return Part(BEAT, "ok", facts)


QUESTIONS: dict[str, Callable[[], Any]] = {DATABASE: database, BROKER: broker, SIGNS: signs_of_life}
