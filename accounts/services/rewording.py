"""Taking names and addresses out of what other people wrote."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model, QuerySet

NO_NAME_BEFORE, NO_NAME_AFTER = r"(?<!\w)(?<!\w[-_.])", r"(?=s?(?![-_.]?\w))"
"""A name ends where no other could go on; German and Dutch write its genitive with a bare s."""
NO_ADDRESS_BEFORE, NO_ADDRESS_AFTER = r"(?<![\w.+-])", r"(?![\w-]|\.\w)"
CALLED = r"(?<=@)"


@dataclass(frozen=True, slots=True)
class Mark:
    """A text by which somebody could be known, and what takes its place."""

    text: str
    instead: str
    before: str
    after: str

    @property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.before + re.escape(self.text) + self.after, re.IGNORECASE)

    def rows(self, model: type[Model], field: str) -> QuerySet[Any]:
        """Rows that may hold it."""
        return model._base_manager.filter(**{f"{field}__iregex": re.escape(self.text)})

    def is_in(self, text: str) -> bool:
        return self.pattern.search(text) is not None

    def replaced(self, text: str) -> str:
        return self.pattern.sub(lambda _found: self.instead, text)

    @property
    def called(self) -> "Mark":
        """Only where it stands for nothing else: after an @."""
        return replace(self, before=CALLED)


@dataclass(frozen=True, slots=True)
class Marks:
    """What somebody is and was called, and their addresses."""

    names: tuple[Mark, ...]
    addresses: tuple[Mark, ...]
    new_name: str

    def __iter__(self) -> Iterator[Mark]:
        yield from self.addresses  # first: they may hold the name
        yield from self.names


def marks_of(names: Iterable[str], addresses: Iterable[str], new_name: str) -> Marks:
    return Marks(
        tuple(Mark(name, new_name, NO_NAME_BEFORE, NO_NAME_AFTER) for name in sorted(set(names)) if name),
        tuple(Mark(each, "…", NO_ADDRESS_BEFORE, NO_ADDRESS_AFTER) for each in sorted(set(addresses)) if each),
        new_name,
    )


def reword(model: type[Model], field: str, marks: Marks) -> None:
    """Row by row, and only where something is to be changed."""
    longest = getattr(model._meta.get_field(field), "max_length", None)
    for mark in marks:
        for pk, text in list(mark.rows(model, field).values_list("pk", field)):
            said = mark.replaced(text)
            if said != text:
                model._base_manager.filter(pk=pk).update(**{field: said[:longest]})
