"""Holds answers against the OpenAPI document, which must name every status and every field of theirs."""

import re
from copy import deepcopy
from functools import cache
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator

from genial_site.api.document import document


@cache
def strict_document() -> dict[str, Any]:
    strict = deepcopy(document())
    for component in strict["components"]["schemas"].values():
        if "properties" in component:
            component.setdefault("additionalProperties", False)
    return strict


@cache
def paths() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in document()["paths"]]


@cache
def validator(pointer: str) -> Draft202012Validator:
    return Draft202012Validator({**strict_document(), "$ref": f"#/{quote(pointer, safe='/~')}"})


def check_answer(method: str, address: str, response: Any) -> None:
    """Fails unless the document allows this answer."""
    known = [path for pattern, path in paths() if pattern.fullmatch(address.partition("?")[0])]
    if not known:
        assert response.status_code == 404
        return
    operation = document()["paths"][known[0]].get(method.lower())
    if operation is None:
        assert response.status_code == 405
        return
    status = str(response.status_code)
    assert status in operation["responses"], f"{method} {address} answers {status}, which is not documented"
    content = operation["responses"][status].get("content")
    if content is None:
        assert response.content == b""
        return
    media_type = response["Content-Type"]
    assert media_type in content
    steps = ("paths", known[0], method.lower(), "responses", status, "content", media_type, "schema")
    pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    validator(pointer).validate(response.json())
