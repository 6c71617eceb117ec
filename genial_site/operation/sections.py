"""What the operator's pages lead to. Others add their line here."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SECTIONS: list[tuple[str, Promise]] = [
    ("operator:overview", _("Overview")),
    ("operator:mails", _("Mails")),
    ("admin:accounts_case_changelist", _("Cases")),
    ("admin:games_notice_changelist", _("Notices")),
    ("admin:index", _("Administration")),
]


@dataclass(frozen=True, slots=True)
class Section:
    address: str
    title: Promise
    is_here: bool


def sections(request: HttpRequest) -> list[Section]:
    return [
        Section(address, title, address == request.path) for name, title in SECTIONS if (address := address_of(name))
    ]


def address_of(name: str) -> str:
    """Where it is, if this version has it."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
