"""How the card game scores: matching symbols, and a track whose areas open one after another."""

from collections.abc import Sequence

from games.engine.cards.variants import AREAS, LAST_COLUMN
from games.engine.rules import Data, Gains
from games.engine.tracks import COLOURS, Track
from games.engine.tuples import put


def area(column: int) -> int:
    return next(number for number, columns in enumerate(AREAS) if column in columns)


def farthest(track: Track, marker: int) -> int:
    """The last column that a marker may reach: it may enter an area only if every other marker
    is at least in the area just below."""
    others = min(area(at) for i, at in enumerate(track) if i != marker)
    return AREAS[min(others + 1, len(AREAS) - 1)][-1]


def score(track: Track, card: str, open_cards: Sequence[Sequence[str]]) -> tuple[Track, Gains, tuple[Data, ...], int]:
    """Score the card's symbols in its order: the track, the steps moved, why, the bonus plays."""
    gains: Gains = {}
    why = []
    bonus = 0
    for colour in card:
        matches = [
            {"seat": seat, "card": other} for seat, row in enumerate(open_cards) for other in row if colour in other
        ]
        marker = COLOURS.index(colour)
        was = track[marker]
        now = max(was, min(was + len(matches), farthest(track, marker)))
        track = put(track, marker, now)
        gains[colour] = now - was
        why.append({"colour": colour, "matches": matches, "moved": now - was})
        bonus += was < LAST_COLUMN == now
    return track, gains, tuple(why), bonus
