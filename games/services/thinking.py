"""Where bots think: in the worker that asks, or where the wiring says. Never in a process that serves pages."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Place(Protocol):
    def __call__(self, work: Callable[..., Any], /, *arguments: Any) -> Any: ...


def here(work: Callable[..., Any], /, *arguments: Any) -> Any:
    return work(*arguments)


_place: Place = here


def think_in(place: Place) -> None:
    global _place
    _place = place


def run(work: Callable[..., T], *arguments: Any) -> T:
    """Have this worked out. Function, arguments and answer have to be picklable; what it raises comes back as it is."""
    answer: T = _place(work, *arguments)
    return answer
