"""What the site refuses, beside what the rules refuse: one family, each with a code and a sentence."""

from django.utils.translation import gettext

from games.engine.rules import Refusal
from games.engine.tracks import COLOUR_NAMES


class NotAPlayer(Refusal):
    code = "not_a_player"


class NotTheHost(Refusal):
    code = "not_the_host"


class Muted(Refusal):
    """A moderator took away the right to write, for a while or for good."""

    code = "muted"


class NotForGuests(Refusal):
    """Guests play; what reaches other people or lasts needs an account."""

    code = "not_for_guests"


class Stale(Refusal):
    """The game has moved on since the sender looked."""

    code = "stale"


class NotOpen(Refusal):
    """The table is not, or no longer, open for that."""

    code = "not_open"


class Full(Refusal):
    code = "full"


class TooMany(Refusal):
    code = "too_many"


class TooOften(Refusal):
    """Within an hour or so; it passes."""

    code = "throttled"


class NoHints(Refusal):
    """In a rated game everybody thinks for themselves."""

    code = "no_hints"


class NotOver(Refusal):
    """What comes after a game has to wait for its end."""

    code = "not_over"


class Unknown(Refusal):
    """There is no such thing, or nothing that this reader may know of."""

    code = "not_found"


def spoken(refusal: Refusal) -> str:
    """What a refusal says, in the reader's language."""
    values = {key: translated(value) for key, value in refusal.values.items()}
    return gettext(refusal.template).format(**values)


def translated(value: str | int) -> str | int:
    """Colours have names in every language; names that people gave stay what they are."""
    return gettext(value) if isinstance(value, str) and value in COLOUR_NAMES.values() else value
