import sys
from collections.abc import Iterator
from contextlib import contextmanager


class StartRefused(Exception):
    """The site cannot start; the message is one sentence that tells its operator why."""


@contextmanager
def or_exit() -> Iterator[None]:
    """Have a refusal end the process, with its sentence as the last word."""
    try:
        yield
    except StartRefused as problem:
        sys.exit(f"Genial cannot start: {problem}")
