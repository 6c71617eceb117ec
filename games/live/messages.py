"""What is said: a game and a version, that people talked there, or an event of a game; nothing that anybody could want
to hide."""

import json
import re
from dataclasses import dataclass
from uuid import UUID

STAMP = re.compile(rb"[0-9]{1,12}\.[0-9]{3}")
EVENTS = ("your_turn", "game_started", "game_finished", "noticed")


@dataclass(frozen=True, slots=True)
class Moved:
    game_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody wrote at this table. That they did is for those alone who may read it."""

    game_id: UUID
    only: tuple[int, ...] | None = None
    """Users who may know; None is everybody."""
    but: tuple[int, ...] = ()
    """Users who may not."""

    def is_for(self, user_id: int | None) -> bool:
        return (self.only is None or user_id in self.only) and user_id not in self.but


@dataclass(frozen=True, slots=True)
class Told:
    user_ids: tuple[int, ...]
    event: str
    game_id: UUID


Message = Moved | Talked | Told


def stamped(data: bytes, now: float) -> bytes:
    """With the moment of its sending, for whoever counts how long messages take."""
    return b"%.3f %b" % (now, data)


def unstamped(data: bytes) -> tuple[float | None, bytes]:
    stamp, blank, rest = data.partition(b" ")
    return (float(stamp), rest) if blank and STAMP.fullmatch(stamp) else (None, data)


def pack(message: Message) -> bytes:
    game = str(message.game_id)
    if isinstance(message, Moved):
        return json.dumps([game, message.version]).encode()
    if isinstance(message, Talked):
        return json.dumps([game, "talked", message.only, message.but]).encode()
    return json.dumps([game, message.event, message.user_ids]).encode()


def unpack(data: bytes) -> Message | None:
    """The message, or nothing where another version of the site, or a stranger, has spoken."""
    try:
        match json.loads(data):
            case [str(game), int(version)]:
                return Moved(UUID(game), version)
            case [str(game), "talked", None, [*but]] if are_users(but):
                return Talked(UUID(game), None, tuple(but))
            case [str(game), "talked", [*only], [*but]] if are_users(only + but):
                return Talked(UUID(game), tuple(only), tuple(but))
            case [str(game), str(event), [*users]] if event in EVENTS and are_users(users):
                return Told(tuple(users), event, UUID(game))
    except (ValueError, RecursionError):
        pass
    return None


def are_users(found: list[object]) -> bool:
    return all(type(user) is int for user in found)
