"""Changing rows that are values."""

from typing import TypeVar

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one entry changed."""
    return (*row[:at], value, *row[at + 1 :])


def without(row: tuple[T, ...], value: T) -> tuple[T, ...]:
    """The row without the first entry of this value."""
    at = row.index(value)
    return (*row[:at], *row[at + 1 :])
