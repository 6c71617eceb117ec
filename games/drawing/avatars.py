"""Faces made of our symbols: a name always gets the same one, and nobody has to upload a picture."""

import hashlib
from dataclasses import dataclass

from .geometry import HEX_SIZE, around, outline
from .symbols import SYMBOLS

CORNERS = around(6, HEX_SIZE)
WEDGES = tuple(outline([(0, 0), CORNERS[i], CORNERS[(i + 1) % 6]]) for i in range(6))
PATTERNS = ("abcabc", "abccba", "aabbcc", "ababab", "aaabbb", "abaaba")
"""Which of three colours each wedge has; all of them turn or mirror onto themselves, or fall into parts."""


@dataclass(frozen=True, slots=True)
class Avatar:
    colour: str
    """Of the symbol in the middle."""
    wedges: tuple[tuple[str, str], ...]
    """Outline and colour of each part around it."""


def avatar_of(name: str) -> Avatar:
    digest = hashlib.sha256(name.casefold().encode("utf-8", "surrogatepass")).digest()
    colours = [symbol.colour for symbol in SYMBOLS]
    drawn = [colours.pop(byte % len(colours)) for byte in digest[:4]]
    pattern = PATTERNS[digest[4] % len(PATTERNS)]
    letters = dict(zip("abc", drawn[1:], strict=True))
    return Avatar(drawn[0], tuple((points, letters[letter]) for points, letter in zip(WEDGES, pattern, strict=True)))
