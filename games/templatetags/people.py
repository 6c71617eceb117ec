"""Names with a face, and ways to bring people to a table."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.drawing.avatars import avatar_of
from games.drawing.qr import qr_path
from games.selectors.people import Neighbour

register = template.Library()

FACES_KEPT = 1000
"""Names whose pictures need not be drawn again: pages of a busy site show the same ones over and over."""


@register.simple_tag
@lru_cache(maxsize=FACES_KEPT)
def avatar(name: str) -> SafeString:
    """Decoration only: the name itself stands beside it."""
    return render_to_string("svg/avatar.html", {"avatar": avatar_of(name)})


@register.simple_tag
def profile_address(name: str) -> str:
    try:
        return reverse("pages:person", args=[name])
    except NoReverseMatch:  # a name that was made before names had rules
        return ""


@register.simple_tag
@lru_cache(maxsize=FACES_KEPT)
def person(name: str, *, has_profile: object = True) -> SafeString:
    """A face and a name, which lead to that person's page if there is one: bots have none."""
    address = profile_address(name) if has_profile else ""
    inside = format_html("{}<span>{}</span>", avatar(name), name)
    return format_html('<a class="person-link" href="{}">{}</a>', address, inside) if address else inside


@register.simple_tag
def neighbours(people: Iterable[Neighbour]) -> SafeString | str:
    """Who else sits at a table, with their places; for lists of many games, where templates take their time."""
    language = get_language()
    return format_html(
        '<ul class="players">{}</ul>',
        mark_safe("".join(neighbour(*one, language) for one in people)),  # noqa: S308
    )


@lru_cache(maxsize=FACES_KEPT)
def neighbour(name: str, user_id: int | None, place: int | None, language: str) -> SafeString:  # noqa: ARG001
    face = person(name, has_profile=user_id is not None)
    if not place:
        return format_html('<li class="person">{}</li>', face)
    words = _("place %(place)d") % {"place": place}
    return format_html('<li class="person">{} <span class="muted">{}</span></li>', face, words)


@register.simple_tag(takes_context=True)
def table_address(context: Context, game_id: UUID | str, link: str = "") -> str:
    """The whole address of a table, to be sent to others; with its secret link if there is one."""
    path = reverse("pages:table", args=[game_id]) + (f"?link={link}" if link else "")
    if settings.SITE_URL:
        return f"{settings.SITE_URL.geturl().rstrip('/')}{path}"
    return str(context["request"].build_absolute_uri(path))


@register.inclusion_tag("svg/qr.html")
def qr_code(text: str, label: str) -> dict[str, Any]:
    return {**qr_path(text), "label": label}
