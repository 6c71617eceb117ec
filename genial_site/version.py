"""The version of the program, as pyproject.toml declares it."""

import tomllib
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


@cache
def version() -> str:
    with PROJECT.open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def is_newer(one: str, other: str) -> bool:
    """Whether the one comes after the other, number by number: 0.10 after 0.9."""
    return numbers(one) > numbers(other)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())
