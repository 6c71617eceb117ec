"""How long a clock has run, and when it will have run for so long. A pause is a span in which it stands still."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

Pause = tuple[datetime, datetime]


def after(began: datetime, seconds: int, pauses: Iterable[Pause]) -> datetime:
    """The first moment at which a clock that began then has run for so long.

    Pauses come by their beginnings; there may be no end of them.
    """
    at, left = began.astimezone(UTC), timedelta(seconds=seconds)
    for start, end in pauses:
        if at + left <= start:
            break
        if end > at:
            left -= max(timedelta(0), start - at)
            at = end
    return at + left


def running(began: datetime, ended: datetime, pauses: Iterable[Pause]) -> int:
    """The whole seconds for which a clock ran between these moments."""
    return (ended - began - still(began, ended, pauses)) // timedelta(seconds=1)


def standing(began: datetime, ended: datetime, pauses: Iterable[Pause]) -> int:
    """The whole seconds for which it stood still between them."""
    return still(began, ended, pauses) // timedelta(seconds=1)


def still(began: datetime, ended: datetime, pauses: Iterable[Pause]) -> timedelta:
    return sum((end - start for start, end in within(joined(pauses), began, ended)), timedelta(0))


# --- spans of time -----------------------------------------------------------------------------


def within(pauses: Iterable[Pause], began: datetime, ended: datetime) -> Iterator[Pause]:
    """What of them lies between these moments."""
    for start, end in pauses:
        if start >= ended:
            break
        if end > began:
            yield max(start, began), min(end, ended)


def joined(pauses: Iterable[Pause]) -> Iterator[Pause]:
    """The same without overlaps, for spans in the order of their beginnings."""
    last: Pause | None = None
    for start, end in pauses:
        if last and start <= last[1]:
            last = last[0], max(last[1], end)
        else:
            if last:
                yield last
            last = start, end
    if last:
        yield last


def without(pauses: Iterable[Pause], others: Iterable[Pause]) -> Iterator[Pause]:
    """What of these lies outside the others; both are in order and free of overlaps."""
    ahead = iter(others)
    other = next(ahead, None)
    for start, end in pauses:
        left = start
        while other and other[0] < end and left < end:
            if other[0] > left:
                yield left, other[0]
            left = max(left, other[1])
            if other[1] > end:
                break
            other = next(ahead, None)
        if left < end:
            yield left, end


def at_most(pauses: Iterable[Pause], seconds: int) -> Iterator[Pause]:
    """As many of them, from the first on, as so many seconds allow."""
    left = timedelta(seconds=seconds)
    for start, end in pauses:
        if left <= timedelta(0):
            break
        end = min(end, start + left)
        yield start, end
        left -= end - start
