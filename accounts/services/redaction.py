"""What moderation keeps of somebody whose account is deleted: that something was done and when, not to whom.

The audit trail needs nothing of this, for it holds numbers alone.
"""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.models import Report

TEXTS = {"measures": ("reason", "note", "lift_reason"), "cases": ("note",), "reports_about": ("reason",)}
"""What others wrote about somebody, and may have named them in."""


def former_names(user: User) -> set[str]:
    """Names that were taken away from them."""
    return set(user.measures.exclude(old_name="").values_list("old_name", flat=True))


@transaction.atomic
def redact(*, user: User, reworded: Callable[[str], str]) -> None:
    """Empty what they wrote themselves, and have names replaced in what others wrote about them."""
    user.measures.update(old_name="", removed="", objection="")
    Report.objects.filter(reporter=user).update(reason="")
    for relation, fields in TEXTS.items():
        for field in fields:
            reword(getattr(user, relation).all(), field, reworded)


def reword(rows: QuerySet[Any], field: str, reworded: Callable[[str], str]) -> None:
    longest = rows.model._meta.get_field(field).max_length
    for pk, text in rows.exclude(**{field: ""}).values_list("pk", field):
        rows.model._base_manager.filter(pk=pk).update(**{field: reworded(text)[:longest]})
