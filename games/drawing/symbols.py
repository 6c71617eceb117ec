"""The symbols of the colours, drawn about the origin within a radius of ten."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .geometry import around, outline, star


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A filled polygon, or a circle, which is a ring where it has a stroke."""

    colour: str
    name: Promise | str
    points: str = ""
    radius: float = 0
    stroke: float = 0


SYMBOLS = (
    Symbol(colour="R", name=_("red star"), points=star(12, 10, 5.6)),
    Symbol(colour="G", name=_("green disc"), radius=7.8),
    Symbol(colour="B", name=_("blue star"), points=star(6, 10, 4.4)),
    Symbol(colour="O", name=_("orange hexagon"), points=outline(around(6, 8.8, start=0))),
    Symbol(colour="Y", name=_("yellow sun"), points=star(24, 10, 6.4)),
    Symbol(colour="V", name=_("violet ring"), radius=6.4, stroke=3.6),
    # The seventh colour of Kluges Köpfchen.
    Symbol(colour="T", name=_("turquoise diamond"), points=outline(around(4, 9.4))),
)
