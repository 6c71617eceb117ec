"""Pictures of numbers over time. A chart has a hundred points: written here they take a tenth of a template's time."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.drawing.geometry import number
from games.drawing.timeline import HEIGHT, Spot

register = template.Library()


@register.simple_tag
def chart_spots(dots: Iterable[tuple[Spot, str]]) -> SafeString:
    """A point for each reading: a mark that shows under the pointer, and a strip that feels it."""
    high = number(HEIGHT)
    return mark_safe(  # noqa: S308  (coordinates are ours, words are escaped)
        "".join(
            f'<g class="spot"><path class="rule" d="M{spot.x} 0V{high}"/><path class="dot" d="M{spot.x} {spot.y}h0"/>'
            f'<rect x="{spot.left}" width="{spot.width}" height="{high}"><title>{escape(words)}</title></rect></g>'
            for spot, words in dots
        )
    )
