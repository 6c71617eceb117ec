"""Changes of ratings, as signed numbers."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def signed(change: int) -> SafeString:
    """Such as +12, with a true minus, in the colour of its sign."""
    kind, sign = ("up", "+") if change > 0 else ("down", "−") if change < 0 else ("same", "±")
    return format_html('<span class="change {}">{}{}</span>', kind, sign, abs(change))
