"""Reading requests: what a body or a query says, or a refusal."""

import io
import re
import secrets
from typing import Any

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from games.engine.rules import Malformed, _
from games.models.game import Reader

SEED_BYTES = 8
WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}


def user_of(request: Request) -> User:
    """For calls that need somebody who has signed in."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user


def reader_of(request: Request) -> Reader:
    return request.user


def link_of(request: Request) -> str:
    """The secret link that the reader came by, if any."""
    return request.query_params.get("link", "")


def body(request: Request) -> dict[str, Any]:
    """What was sent; nothing counts as an empty object."""
    data = request.data or {}
    if not isinstance(data, dict):
        raise Malformed(_("Send a JSON object."))
    return dict(data)


def text(data: dict[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise Malformed(_("{key} is a text."), key=key)
    return value


def whole_number(data: dict[str, Any], key: str) -> int:
    value = data.get(key)
    if type(value) is not int:
        raise Malformed(_("{key} is a whole number."), key=key)
    return value


def proposed_seed() -> str:
    """For those who bring no client seed of their own."""
    return secrets.token_hex(SEED_BYTES)


def flag(request: Request, name: str) -> bool:
    try:
        return WORDS[request.query_params.get(name, "").lower()]
    except KeyError:
        raise Malformed(_("{key} is true or false."), key=name) from None


def number(request: Request, name: str) -> int:
    value = request.query_params.get(name, "") or "0"
    if not re.fullmatch("[0-9]{1,9}", value):
        raise Malformed(_("{key} is a whole number."), key=name)
    return int(value)


def drafted(view: APIView, request: Request) -> object:
    """The actions in the query, read as strictly as a body."""
    sent = request.query_params.get("actions", "")
    return view.get_parsers()[0].parse(io.BytesIO(sent.encode())) if sent else []
