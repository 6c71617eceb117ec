"""What the site refuses, beside what the rules refuse: one family, each with a code and a sentence."""

from games.engine.rules import Refusal


class NotAPlayer(Refusal):
    code = "not_a_player"


class NotTheHost(Refusal):
    code = "not_the_host"


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


class Unknown(Refusal):
    """There is no such thing, or nothing that this reader may know of."""

    code = "not_found"
