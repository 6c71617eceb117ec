import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """For an attribute that a script reads."""
    return json.dumps(value, default=dict)
