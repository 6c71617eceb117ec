"""What is said: a game and a version, that people talked there, or an event of a game; nothing that anybody could want
to hide."""

import json
from dataclasses import dataclass
from uuid import UUID

EVENTS = ("your_turn", "game_started", "game_finished")


@dataclass(frozen=True, slots=True)
class Moved:
    game_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody wrote at this table, in a channel that the reader may or may not be allowed to read."""

    game_id: UUID


@dataclass(frozen=True, slots=True)
class Told:
    user_ids: tuple[int, ...]
    event: str
    game_id: UUID


Message = Moved | Talked | Told


def pack(message: Message) -> bytes:
    game = str(message.game_id)
    if isinstance(message, Moved):
        return json.dumps([game, message.version]).encode()
    if isinstance(message, Talked):
        return json.dumps([game, "talked"]).encode()
    return json.dumps([game, message.event, message.user_ids]).encode()


def unpack(data: bytes) -> Message | None:
    """The message, or nothing where another version of the site, or a stranger, has spoken."""
    try:
        match json.loads(data):
            case [str(game), int(version)]:
                return Moved(UUID(game), version)
            case [str(game), "talked"]:
                return Talked(UUID(game))
            case [str(game), str(event), [*users]] if event in EVENTS and all(type(user) is int for user in users):
                return Told(tuple(users), event, UUID(game))
    except (ValueError, RecursionError):
        pass
    return None
