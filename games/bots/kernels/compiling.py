"""How kernels are compiled: on first use, kept on disk for the next process."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit

F = TypeVar("F", bound=Callable[..., Any])

HERE = Path(__file__).resolve().parent
SOURCES = (HERE, HERE.parent.parent / "engine")


def compiled(function: F) -> F:
    return cast(F, njit(cache=True)(function))


def inlined(function: F) -> F:
    """For small functions in the middle of everything: the caller is compiled with them inside."""
    return cast(F, njit(cache=True, inline="always")(function))


def fingerprint() -> str:
    """Of everything that kernels are made of. Numba looks at the file of a function alone, so that one which calls into
    a file that has changed would go on with old numbers, and could write beyond the end of today's arrays."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kept_in() -> Path | None:
    """The folder for what is compiled from these very sources; none where Numba has to find one."""
    named = os.environ.get("NUMBA_CACHE_DIR", "")
    folder = Path(named) if named else HERE / "__pycache__"
    return folder / fingerprint() if named or os.access(HERE, os.W_OK) else None


FOLDER = kept_in()
if FOLDER:
    config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
