"""How kernels are compiled: on first use, kept on disk for the next process."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    return cast(F, njit(cache=True)(function))


def inlined(function: F) -> F:
    """For small functions in the middle of everything: the caller is compiled with them inside."""
    return cast(F, njit(cache=True, inline="always")(function))
