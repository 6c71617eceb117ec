"""The secret key that a site makes for itself on its first start."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from .refusal import StartRefused


def secret_key(path: Path) -> str:
    """The key kept at that path, made now if there is none."""
    try:
        key = read(path) or make(path)
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is no text"
        raise StartRefused(f"its secret key {path} can be neither read nor made ({reason}).") from problem
    if not key:
        raise StartRefused(f"its secret key {path} is empty; put a backup in its place, or remove it to get a new one.")
    return key


def read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""


def make(path: Path) -> str:
    """Put a new key there in one go: of several processes that try at once, all get the first one's key."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        Path(draft).unlink()
    return read(path)
