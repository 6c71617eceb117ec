"""The bots as people meet them: a name, and what to expect of each."""

from dataclasses import dataclass

from django.utils.functional import Promise

from games.bots.registry import BOTS


@dataclass(frozen=True, slots=True)
class Opponent:
    key: str
    name: Promise | str
    description: Promise | str


def opponents(rules_key: str) -> list[Opponent]:
    """All bots that play these rules, weakest first."""
    return [Opponent(bot.key, bot.key.capitalize(), "") for bot in BOTS.values()]


def default_opponent(rules_key: str) -> str:
    """Neither the weakest nor the strongest."""
    known = opponents(rules_key)
    return known[(len(known) - 1) // 2].key
