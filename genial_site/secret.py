"""The keys that a site makes for itself: one on its first start, one when it first has to sign a push message."""

import base64
import os
import secrets
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .refusal import StartRefused

ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def secret_key(path: Path) -> str:
    return kept(path, lambda: secrets.token_urlsafe(64))


def vapid_key(path: Path) -> str:
    """A private key of the curve P-256, as 32 bytes in base64url; any number below its order will do."""
    return kept(path, lambda: base64.urlsafe_b64encode(drawn_number().to_bytes(32)).decode().rstrip("="))


def drawn_number() -> int:
    return 1 + secrets.randbelow(ORDER_OF_P256 - 1)


def kept(path: Path, draw: Callable[[], str]) -> str:
    """The key kept at that path, made now if there is none."""
    try:
        key = read(path) or make(path, draw)
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


def make(path: Path, draw: Callable[[], str]) -> str:
    """Put a new key there in one go: of several processes that try at once, all get the first one's key."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(draw() + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        Path(draft).unlink()
    return read(path)
