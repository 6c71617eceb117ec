"""Writing down who did what to whom. Details are structured and hold neither secrets nor names."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from accounts.models import AuditEntry, User

Action = AuditEntry.Action


def record(
    *, actor: User | None, action: str, now: datetime, subject: User | None = None, **details: Any
) -> AuditEntry:
    """Call it within the transaction of the act, so that there is never one without the other."""
    return AuditEntry.objects.create(actor=actor, action=action, subject=subject, at=now, details=details)


def lines(entries: Iterable[AuditEntry]) -> Iterable[list[str]]:
    """For a table of one entry a line; people are numbers, as in the trail itself."""
    yield ["id", "at", "who", "what", "whom", "details"]
    for entry in entries:
        yield [
            str(entry.pk),
            entry.at.isoformat(timespec="seconds"),
            str(entry.actor_id or ""),
            entry.action,
            str(entry.subject_id or ""),
            "; ".join(f"{key}={value}" for key, value in sorted(entry.details.items())),
        ]
