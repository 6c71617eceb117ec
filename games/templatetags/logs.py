"""The lines of a log, written in one go."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol
from urllib.parse import urlencode

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from .times import moment

register = template.Library()


class Entry(Protocol):
    """A logged turn in words."""

    @property
    def n(self) -> int: ...
    @property
    def at(self) -> datetime: ...
    @property
    def sentence(self) -> str: ...
    @property
    def helper(self) -> str: ...


@register.simple_tag
def log_lines(entries: Iterable[Entry], replay: str, link: str = "") -> SafeString:
    """Each turn with the way to where its points are explained; `link` opens a private game."""
    why = _('Why?<span class="unseen"> Turn %(turn)s</span>')
    return format_html_join(
        "",
        '<li value="{}"><span>{}<br><span class="muted">{}{}</span></span> <a href="{}?{}#why">{}</a></li>',
        (
            (
                entry.n,
                entry.sentence,
                f"{entry.helper} · " if entry.helper else "",
                moment(entry.at),
                replay,
                urlencode({"turn": entry.n} | ({"link": link} if link else {})),
                mark_safe(why % {"turn": entry.n}),  # noqa: S308  the translators' own markup, and a number
            )
            for entry in entries
        ),
    )
