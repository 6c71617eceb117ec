"""The record of a game, `genial-record/1`: written for people to keep, read back with care."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.rules import Data, Malformed, _

FORMAT = "genial-record/1"
BY = ("player", "bot", "server")
SEAL_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    seat: int
    joined: int
    name: str
    kind: str
    bot: str | None = None
    client_seed: str

    def data(self) -> Data:
        bot = {} if self.bot is None else {"bot": self.bot}
        return {
            "seat": self.seat,
            "joined": self.joined,
            "name": self.name,
            "kind": self.kind,
            **bot,
            "client_seed": self.client_seed,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    n: int
    seat: int
    by: str
    at: str
    actions: Sequence[Data]
    gains: Sequence[Mapping[str, int]]

    def data(self) -> Data:
        return {
            "n": self.n,
            "seat": self.seat,
            "by": self.by,
            "at": self.at,
            "actions": list(self.actions),
            "gains": [dict(gain) for gain in self.gains],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    id: str
    rules: str
    mode: str
    options: Mapping[str, Any]
    commitment: str
    secret: str | None
    """Hex; None while the game runs."""
    seats: Sequence[Seat]
    moves: Sequence[Move]
    result: Data | None
    seals: Sequence[str] | None = None
    """As a record that was read has them; ours are made when it is written."""

    @property
    def client_seeds(self) -> list[str]:
        """In order of joining."""
        return [seat.client_seed for seat in sorted(self.seats, key=lambda seat: seat.joined)]

    def data(self) -> Data:
        return {
            "format": FORMAT,
            "id": self.id,
            "rules": self.rules,
            "mode": self.mode,
            "options": dict(self.options),
            "commitment": self.commitment,
            "secret": self.secret,
            "seats": [seat.data() for seat in self.seats],
            "moves": [recorded(move) for move in self.moves],
            "seals": list(seal_chain(self.commitment, self.moves)),
            "result": self.result,
        }


def recorded(move: Move) -> Data:
    """A move as the record has it. What a swap showed follows from the deal, so that only the log repeats it."""
    swap = {"type": "swap"}
    return {**move.data(), "actions": [swap if action.get("type") == "swap" else action for action in move.actions]}


def seal_chain(commitment: str, moves: Iterable[Move]) -> Iterator[str]:
    """A hash for each move, over all so far. Another legal move might lead to the same end; its seal would not."""
    seal = commitment
    for move in moves:
        text = seal + json.dumps(recorded(move), sort_keys=True, separators=(",", ":"))
        seal = hashlib.sha256(text.encode()).hexdigest()[:SEAL_LENGTH]
        yield seal


def read_record(data: object) -> Record:
    """A record from JSON. Its shape is checked here; whether it is true, `verify` tells."""
    fields = _object(data, _("the record"))
    if fields.get("format") != FORMAT:
        raise Malformed(_("This is not a record of the format {format}."), format=FORMAT)
    seats = tuple(_read_seat(seat) for seat in _list(fields, "seats"))
    if [seat.seat for seat in seats] != list(range(len(seats))):
        raise Malformed(_("The record must list its seats in order, from 0 on."))
    if sorted(seat.joined for seat in seats) != list(range(len(seats))):
        raise Malformed(_("The record must number its players in order of joining, from 0 on."))
    secret, result = fields.get("secret"), fields.get("result")
    return Record(
        id=_field(fields, "id", str),
        rules=_field(fields, "rules", str),
        mode=_field(fields, "mode", str),
        options=_field(fields, "options", dict),
        commitment=_field(fields, "commitment", str),
        secret=None if secret is None else _field(fields, "secret", str),
        seats=seats,
        moves=tuple(_read_numbered(n, move) for n, move in enumerate(_list(fields, "moves"), start=1)),
        result=None if result is None else _field(fields, "result", dict),
        seals=None if fields.get("seals") is None else _list(fields, "seals"),
    )


def _read_seat(data: object) -> Seat:
    fields = _object(data, _("a seat"))
    bot = fields.get("bot")
    return Seat(
        seat=_field(fields, "seat", int),
        joined=_field(fields, "joined", int),
        name=_field(fields, "name", str),
        kind=_field(fields, "kind", str),
        bot=None if bot is None else _field(fields, "bot", str),
        client_seed=_field(fields, "client_seed", str),
    )


def _read_numbered(n: int, data: object) -> Move:
    try:
        return _read_move(data)
    except Malformed as problem:
        raise Malformed(_("Turn {n}: {problem}"), n=n, problem=str(problem)) from problem


def _read_move(data: object) -> Move:
    fields = _object(data, _("a move"))
    return Move(
        n=_field(fields, "n", int),
        seat=_field(fields, "seat", int),
        by=_field(fields, "by", str),
        at=_field(fields, "at", str),
        actions=[_object(action, _("an action")) for action in _list(fields, "actions")],
        gains=[_object(gain, _("a gain")) for gain in _list(fields, "gains")],
    )


def _object(data: object, what: str) -> Data:
    if not isinstance(data, dict):
        raise Malformed(_("In a record {what} must be an object."), what=what)
    return data


def _list(fields: Data, key: str) -> list[Any]:
    found: list[Any] = _field(fields, key, list)
    return found


def _field(fields: Data, key: str, kind: type) -> Any:
    value = fields.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Malformed(_("In the record {key} is missing or of the wrong type."), key=key)
    return value
