"""A name for every request: in its answer, in all that is logged of it, and in the tasks that it causes."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

current: ContextVar[str] = ContextVar("request_id", default="")


def new_id() -> str:
    return secrets.token_hex(8)


def id_of(scope: dict[str, Any], *, by_proxy: bool) -> str:
    """The one that a proxy of ours has given it, if it makes sense; otherwise a new one."""
    if by_proxy:
        for name, value in scope["headers"]:
            if name == b"x-request-id" and WELL_FORMED.fullmatch(text := value.decode("latin-1")):
                return str(text)
    return new_id()


@contextmanager
def known_as(request_id: str) -> Iterator[None]:
    token = current.set(request_id)
    try:
        yield
    finally:
        current.reset(token)
