"""JSON from the outside world: UTF-8, no deeper than anything of ours, and nothing that a database would choke on."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST = 20
"""Lists and objects within each other."""
UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class StrictJSONParser(JSONParser):
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        return read(stream.read())


def read(text: bytes | str) -> Any:
    """The value, or ParseError."""
    try:
        if isinstance(text, bytes):
            text = text.decode()
        value = json.loads(text, parse_constant=refuse_number, parse_float=finite)
    except (ValueError, RecursionError):
        raise ParseError(_("This is not JSON.")) from None
    check(value)
    return value


def refuse_number(name: str) -> NoReturn:
    raise ValueError(name)


def finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        refuse_number(text)
    return number


def check(value: Any) -> None:
    """Level by level, so that no value is too deep for us."""
    level = [value]
    for _depth in range(DEEPEST):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += [*item, *item.values()]
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, str) and UNSTORABLE.search(item):
                raise ParseError(_("This text has characters that cannot be stored."))
        if not inner:
            return
        level = inner
    raise ParseError(_("This is nested too deeply."))
