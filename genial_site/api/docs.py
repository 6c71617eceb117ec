"""A page to browse the API: the OpenAPI document as plain HTML, which any content security policy allows."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from .document import document

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A type, and the shape that it is made of, if that has a name."""

    text: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: Kind
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class Shape:
    name: str
    description: str
    fields: tuple[Field, ...]
    one_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    kind: Kind | None
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[Field, ...]
    body: Kind | None
    example: str
    answers: tuple[Answer, ...]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", contents())


@cache
def contents() -> dict[str, Any]:
    nouns: dict[str, list[Call]] = {}
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            nouns.setdefault(operation["tags"][0], []).append(call(method, path, operation))
    return {"nouns": nouns, "shapes": list(shapes())}


def marked(text: str) -> SafeString:
    """Text in which backticks mark code."""
    parts = ((format_html("<code>{}</code>", part) if at % 2 else part,) for at, part in enumerate(text.split("`")))
    return format_html_join("", "{}", parts)


def call(method: str, path: str, operation: Json) -> Call:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    example = next((shown["value"] for shown in content.get("examples", {}).values()), None)
    return Call(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=marked(operation["summary"]),
        description=marked(operation.get("description", "")),
        parameters=tuple(parameter(found) for found in operation.get("parameters", ())),
        body=kind(content["schema"]) if content else None,
        example=json.dumps(example) if example else "",
        answers=tuple(answer(status, found) for status, found in operation["responses"].items()),
    )


def parameter(found: Json) -> Field:
    where = {"query": "?", "header": "", "path": ""}[found["in"]]
    return Field(
        where + found["name"], kind(found["schema"]), found.get("required", False), marked(found.get("description", ""))
    )


def answer(status: str, found: Json) -> Answer:
    schema = next((content["schema"] for content in found.get("content", {}).values()), None)
    lines = tuple(marked(line.removeprefix("- ")) for line in found["description"].splitlines() if line)
    return Answer(status, kind(schema) if schema else None, lines)


def shapes() -> Iterator[Shape]:
    for name, schema in document()["components"]["schemas"].items():
        required = schema.get("required", ())
        fields = (
            Field(field, kind(found), field in required, marked(found.get("description", "")))
            for field, found in schema.get("properties", {}).items()
        )
        choices = tuple(kind(choice).shape for choice in schema.get("oneOf", ()))
        if "properties" in schema or choices:
            yield Shape(name, marked(schema.get("description", "")), tuple(fields), choices)


def kind(schema: Json) -> Kind:
    """What a schema says, in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        inner = document()["components"]["schemas"][name]
        return kind(inner) if "enum" in inner else Kind(name, name)
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            kinds = [kind(choice) for choice in schema[several]]
            return Kind(" | ".join(found.text for found in kinds), next((k.shape for k in kinds if k.shape), ""))
    if "enum" in schema:
        return Kind(" | ".join(json.dumps(value) for value in schema["enum"]))
    if "items" in schema:
        inner_kind = kind(schema["items"])
        return Kind(f"[{inner_kind.text}]", inner_kind.shape)
    if isinstance(schema.get("additionalProperties"), dict):
        inner_kind = kind(schema["additionalProperties"])
        return Kind("{…: " + inner_kind.text + "}", inner_kind.shape)
    types = schema.get("type", "any")
    text = " | ".join(types) if isinstance(types, list) else types
    return Kind(f"{text} ({schema['format']})" if "format" in schema else text)
