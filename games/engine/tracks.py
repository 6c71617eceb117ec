"""Colours, score tracks and ranking: what the three genial games share."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.rules import _

COLOURS = "RGBOYV"
"""Red star, green disc, blue star, orange hexagon, yellow sun, violet ring: in this order
everywhere."""

COLOUR_NAMES = {
    "R": _("red"),
    "G": _("green"),
    "B": _("blue"),
    "O": _("orange"),
    "Y": _("yellow"),
    "V": _("violet"),
}

Track = tuple[int, ...]
"""Where the six markers of one side stand, in the order of `COLOURS`."""

START: Track = (0,) * len(COLOURS)


def pair_kinds(mixed: int, doubles: int) -> tuple[str, ...]:
    """All tiles or cards in canonical order, each kind as often as it exists."""
    return tuple(a + b for i, a in enumerate(COLOURS) for b in COLOURS[i:] for _ in range(doubles if a == b else mixed))


def advance(at: int, points: int, stops: Sequence[int]) -> int:
    """Move a marker on, but never past the next stop; surplus points are lost."""
    return min(at + points, next((stop for stop in stops if stop > at), stops[-1]))


def lowest_colours(track: Track) -> str:
    """The colour that counts, or the colours that share the last place."""
    low = min(track)
    return "".join(colour for colour, at in zip(COLOURS, track, strict=True) if at == low)


def held_lowest(held: Iterable[str], track: Track) -> str:
    """A lowest colour that some held tile or card shows; empty if none does: swap allowed."""
    shown = set("".join(held))
    return next((colour for colour in lowest_colours(track) if colour in shown), "")


def standing(track: Track) -> tuple[int, ...]:
    """How a track compares with others: lowest colour first, then the next, to the last."""
    return tuple(sorted(track))


def track_data(track: Track) -> dict[str, int]:
    return dict(zip(COLOURS, track, strict=True))


def read_track(data: dict[str, Any]) -> Track:
    return tuple(data[colour] for colour in COLOURS)
