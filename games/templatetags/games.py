"""What templates know about the games: the symbol set, once a page, pictures, and tables out of the rules."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.drawing import examples, hexboard
from games.drawing.symbols import SYMBOLS
from games.engine.koepfchen.variants import FLUSH, SET, STRAIGHT, WINNING_SET
from games.engine.tracks import COLOURS

register = template.Library()

EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "genial": lambda: {"board": examples.genial()},
    "genial-3d": lambda: {"stacks": examples.stacking()},
    "genial-cards": lambda: {"cards": examples.open_cards(), "track": examples.track()},
    "koepfchen": lambda: {"cards": examples.card_grid()},
}


@register.simple_tag
@cache
def symbol_set() -> SafeString:
    shapes = {"symbols": SYMBOLS, "hex": hexboard.HEXAGON, "tile_shapes": hexboard.tile_shapes()}
    return render_to_string("svg/symbols.html", shapes)


@register.simple_tag
def fixed(name: str, **values: str) -> SafeString:
    """A part of pages that is the same for all who read one language; it knows nothing but the values given here."""
    if settings.DEBUG:  # where people work at templates
        return render_to_string(name, values)
    return rendered_once(name, get_language(), **values)


@cache
def rendered_once(name: str, language: str, **values: str) -> SafeString:  # noqa: ARG001
    return render_to_string(name, values)


@register.simple_tag
def game_picture(key: str, label: str = "", *, close: bool = False) -> SafeString:
    """A position of this game, or a closer look at a part of it; without a label it is mere decoration."""
    return render_to_string(f"svg/{key}.html", {"label": label, "close": close, **EXAMPLES[key]()})


@register.inclusion_tag("parts/legend.html")
def legend() -> dict[str, Any]:
    return {"symbols": [symbol for symbol in SYMBOLS if symbol.colour in COLOURS]}


@register.inclusion_tag("parts/group_points.html")
def group_points() -> dict[str, Any]:
    """What groups of each size are worth in Kluges Köpfchen."""
    sizes = sorted({*STRAIGHT, *FLUSH, *SET, WINNING_SET})
    rows = [(size, STRAIGHT.get(size), FLUSH.get(size), SET.get(size)) for size in sizes]
    return {"rows": rows, "winning_set": WINNING_SET}
