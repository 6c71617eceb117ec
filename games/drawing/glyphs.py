"""Numbers and the ace as strokes: a picture that is drawn on a server cannot count on its having fonts."""

from .geometry import number

WIDE, HIGH = 6, 10
BETWEEN = 2.6

STROKES = {
    "0": "M3 0A3 3 0 0 0 0 3V7A3 3 0 0 0 6 7V3A3 3 0 0 0 3 0Z",
    "1": "M1.2 2.2L3.6 0V10",
    "2": "M.2 2.6A2.8 2.7 0 0 1 5.8 2.8C5.8 5.4 .2 7.2 .2 10H6",
    "3": "M.4 1.7A2.6 2.4 0 1 1 2.8 4.7A3 2.65 0 1 1 0 8.2",
    "4": "M4.6 10V0L0 7.2H6",
    "5": "M5.5 0H1L.5 4.7A3 3.1 0 1 1 0 8.4",
    "6": "M5 0C2.2 1.4 0 4 0 7A3 3 0 1 0 6 7A3 3 0 0 0 .3 5.8",
    "7": "M0 0H6L2.4 10",
    "8": "M3 4.6A2.3 2.3 0 1 1 3 0A2.3 2.3 0 1 1 3 4.6A2.7 2.7 0 1 0 3 10A2.7 2.7 0 1 0 3 4.6",
    "9": "M1 10C3.8 8.6 6 6 6 3A3 3 0 1 0 0 3A3 3 0 0 0 5.7 4.2",
    "A": "M0 10L3 0L6 10M1.1 6.6H4.9",
}


def written(text: str, x: float, y: float, height: float, colour: str) -> str:
    """The text about this point."""
    scale = height / HIGH
    wide = (WIDE + BETWEEN) * len(text) - BETWEEN
    paths = "".join(
        f'<path transform="translate({number(at * (WIDE + BETWEEN))})" d="{STROKES[sign]}"/>'
        for at, sign in enumerate(text)
    )
    place = f"translate({number(x - wide * scale / 2)} {number(y - height / 2)}) scale({number(scale)})"
    return (
        f'<g transform="{place}" fill="none" stroke="{colour}" stroke-width="1.7" stroke-linecap="round"'
        f' stroke-linejoin="round">{paths}</g>'
    )
