"""All bots, by the name that commands and seats use, and those that people are offered."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.bots.bot import Bot
from games.bots.drifter import RANDOM
from games.bots.flat import FLAT
from games.bots.greedy import GREEDY
from games.bots.strengths import GENTLE, SHARP, STEADY, STRONG
from games.engine.rules import _

BOTS: dict[str, Bot] = {bot.key: bot for bot in (GENTLE, STEADY, SHARP, STRONG, GREEDY, RANDOM)}
YARDSTICKS: dict[str, Bot] = {FLAT.key: FLAT}
"""For matches alone: they never take a seat on the site, and play some of the games only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A bot as the lobby presents it. Its sentences are marked for translators, not yet translated."""

    key: str
    name: str
    description: str
    against_greedy: str | None = None
    """What it wins of a hundred games for two against the bot that takes what it can get, as a sentence of ours."""
    percent: int | None = None


DESCRIPTIONS: Mapping[str, tuple[str, str]] = {
    "gentle": (
        _("Gentle"),
        _("Plays sensible turns, but overlooks a lot and never plans. Good company for a start."),
    ),
    "steady": (_("Steady"), _("Makes few blunders and plans a little. A fair match once you know the game.")),
    "sharp": (_("Sharp"), _("Weighs its best turns against what may come. Makes you work for every win.")),
    "strong": (_("Strong"), _("Thinks as long as it may, up to a second a turn. The best that we have.")),
}

AGAINST_GREEDY = _("Wins about {percent} of 100 games against a player who always takes the most at once.")

WINS: Mapping[str, Mapping[str, int]] = {
    "genial": {"gentle": 24, "steady": 49, "sharp": 88},
    "genial-3d": {"gentle": 8, "steady": 56, "sharp": 93},
    "genial-cards": {"gentle": 26, "steady": 64, "sharp": 81, "strong": 92},
    "koepfchen": {"gentle": 17, "steady": 74, "sharp": 92},
}
"""Of a hundred games for two against `greedy`, by `manage.py bot_match`; docs/bots.md has the figures."""


def on_offer(rules_key: str) -> list[Offer]:
    """The bots that people may choose from in these rules, weakest first."""
    return [
        Offer(
            key=key,
            name=name,
            description=description,
            against_greedy=AGAINST_GREEDY if key in WINS[rules_key] else None,
            percent=WINS[rules_key].get(key),
        )
        for key, (name, description) in DESCRIPTIONS.items()
    ]
