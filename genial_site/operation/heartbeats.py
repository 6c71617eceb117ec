"""Signs of life: every worker and beat leave one on the board now and then, and take it away when they stop."""

import logging
import os
import socket
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from redis import RedisError

from .board import Board, board

EVERY = 10.0  # seconds between two signs of life
FRESH = 45.0  # seconds; whoever has been silent for longer counts as dead
PREPARING = 15 * 60.0  # seconds that bots may take to compile their search on a first start
FORGOTTEN = 24 * 60 * 60.0  # seconds after which a dead process is of no interest

BEAT = "beat"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    kind: str
    """A queue that a worker reads, or beat."""
    host: str
    pid: int
    at: float
    lag: float = 0.0
    """Of beat: how many seconds after its time the last task was sent."""
    preparing: bool = False

    @property
    def name(self) -> str:
        return f"life:{self.kind}:{self.host}:{self.pid}"

    def age(self, now: float) -> float:
        return max(0.0, now - self.at)

    def is_fresh(self, now: float) -> bool:
        return self.age(now) <= (PREPARING if self.preparing else FRESH)


def here(kind: str, *, lag: float = 0.0, preparing: bool = False) -> Heartbeat:
    return Heartbeat(kind, socket.gethostname(), os.getpid(), time.time(), round(lag, 1), preparing)


def show_life(kinds: Iterable[str], *, lag: float = 0.0, preparing: bool = False) -> None:
    """Never in the way of work: a board that is away is told of by those who look for it."""
    try:
        for kind in kinds:
            beat = here(kind, lag=lag, preparing=preparing)
            board().put(beat.name, asdict(beat))
    except (RedisError, OSError) as problem:
        logger.debug("No sign of life could be left (%s).", type(problem).__name__)


def say_goodbye(kinds: Iterable[str]) -> None:
    try:
        board().take_away(*(here(kind).name for kind in kinds))
    except (RedisError, OSError) as problem:
        logger.debug("No goodbye could be left (%s).", type(problem).__name__)


def heartbeats(board: Board, now: float) -> list[Heartbeat]:
    """The last sign of life of every process that is known; those long dead are forgotten."""
    found: list[Heartbeat] = []
    old: list[Heartbeat] = []
    for name, note in board.notes().items():
        if name.startswith("life:"):
            beat = Heartbeat(**note)
            (found if beat.age(now) < FORGOTTEN else old).append(beat)
    if old:
        board.take_away(*(beat.name for beat in old))
    return sorted(found, key=lambda beat: (beat.kind, beat.host, beat.pid))


# --- once through everything -----------------------------------------------------------------------

PULSE = "pulse"
PULSE_EVERY = 30
"""Seconds; beat sends it, the broker carries it and a worker notes that it came."""


@dataclass(frozen=True, slots=True)
class Pulse:
    sent: float
    ran: float


def note_pulse(sent: float, ran: float) -> None:
    board().put(PULSE, asdict(Pulse(sent, ran)))


def last_pulse(board: Board) -> Pulse | None:
    note = board.notes().get(PULSE)
    return Pulse(**note) if note else None
