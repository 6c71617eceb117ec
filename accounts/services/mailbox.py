"""Mails that lie in a folder because the site has no mail server: for its operator, who may hand them over."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

BETWEEN = b"\n" + b"-" * 79 + b"\n"
"""What Django writes after each mail."""


@dataclass(frozen=True, slots=True)
class Mail:
    at: datetime
    to: str
    subject: str
    text: str


def has_mailbox() -> bool:
    return str(settings.EMAIL_BACKEND).endswith(".PrivateFiles")


def files() -> list[Path]:
    """The newest first."""
    return sorted(Path(settings.EMAIL_FILE_PATH).glob("*.log"), key=written_at, reverse=True)


def written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # deleted meanwhile
        return 0


def mails(found: list[Path]) -> list[Mail]:
    return [mail for path in found for mail in reversed(list(read(path)))]


def read(path: Path) -> Iterator[Mail]:
    for part in parts(path):
        yield parsed(part, path)


def parts(path: Path) -> Iterator[bytes]:
    try:
        content = path.read_bytes()
    except OSError:  # gone, or not ours
        return
    yield from (part for part in content.split(BETWEEN) if part.strip())


def parsed(part: bytes, path: Path) -> Mail:
    message = message_from_bytes(part, policy=policy.default)
    body = message.get_body(("plain",))
    return Mail(
        at=moment_of(message, path),
        to=str(message.get("To", "")),
        subject=str(message.get("Subject", "")),
        text=str(body.get_content()).strip() if body else "",
    )


def moment_of(message: EmailMessage, path: Path) -> datetime:
    try:
        at = parsedate_to_datetime(str(message["Date"]))
        return at if at.tzinfo else at.replace(tzinfo=UTC)  # "-0000" is the clock of nowhere
    except (TypeError, ValueError):
        return datetime.fromtimestamp(path.stat().st_mtime, timezone.get_current_timezone())


def remove(is_unwanted: Callable[[Mail], bool]) -> None:
    """Delete some of them, each out of the file that it lies in."""
    for path in files():
        kept = [part for part in parts(path) if not is_unwanted(parsed(part, path))]
        if not kept:
            path.unlink(missing_ok=True)
        elif len(kept) < len(list(parts(path))):
            path.write_bytes(b"".join(part + BETWEEN for part in kept))


def empty() -> int:
    """Delete them all; how many files that were."""
    found = files()
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)
