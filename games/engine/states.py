"""A state as compact JSON and back. It holds every secret of its game: for the server's eyes."""

import json
from typing import Any

from games.engine.dealing import Chance
from games.engine.registry import RULES
from games.engine.rules import Rules, State

FORMAT = "genial-state/1"
_COMMON = ("seats", "n", "seat", "due", "swapping", "ended_by", "winner")


class UnknownFormat(ValueError):
    """Stored by another version of the program."""


def dump(rules: Rules[Any, Any, Any], state: State) -> str:
    data = {
        "format": FORMAT,
        "rules": rules.key,
        "mode": state.variant.key,
        "chance": [state.chance.key.hex(), state.chance.used],
        **{field: getattr(state, field) for field in _COMMON},
        "left": state.left,
        "resigned": state.resigned,
        **rules.pack(state),
    }
    return json.dumps(data, separators=(",", ":"))


def load(text: str) -> Any:
    """The state that `dump` wrote down."""
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnknownFormat(f"Not a stored state of the format {FORMAT}.")
    rules = RULES[data["rules"]]
    key, used = data["chance"]
    common = {
        "variant": rules.variants[data["mode"]],
        "chance": Chance(bytes.fromhex(key), used),
        **{field: data[field] for field in _COMMON},
        "left": tuple(data["left"]),
        "resigned": tuple(data["resigned"]),
    }
    return rules.unpack(common, data)
